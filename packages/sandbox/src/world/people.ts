import type { Person } from './draft.ts'
import { a, say } from './parts.ts'

/** Accounts written by hand: one of each kind, and the authors of the hand-written posts. */
export const PEOPLE: Person[] = [
  {
    handle: 'jack',
    name: 'jack',
    id: '12',
    joined: '2006-03-21T20:50:14Z',
    bio: 'no state is the best state',
    banner: 'https://pbs.twimg.com/profile_banners/12/1742427520',
    avatar: 'https://pbs.twimg.com/profile_images/1661201415899951105/azNjKOSH_normal.jpg',
    website: { url: 'http://primal.net/jack', display: 'primal.net/jack' },
    verification: { type: 'individual' },
    followers: 6_507_746,
    following: 3,
    likes: 34_700,
    mediaCount: 2_927,
    kind: 'person/first-account',
    note: 'The one real account of the world; it holds post 20 and nothing else',
  },
  {
    handle: 'marta_brenkel',
    name: 'Marta Brenkel',
    bio: say`Tide charts and slow ferries. Notes at ${a('https://brenkel-tides.example/notes')}`,
    location: 'Harlingen',
    joined: '2013-04-02T09:12:44Z',
    website: { url: 'https://brenkel-tides.example/', display: 'brenkel-tides.example' },
    followers: 18_233,
    zone: 1,
    volume: 2_400,
    kind: 'person/plain',
  },
  {
    handle: 'oskar_fenwall',
    name: 'Oskar Fenwall',
    bio: 'Harbour pilot, retired. Mostly weather.',
    followers: 640,
    volume: 900,
  },
  {
    handle: 'ines_quillfen',
    name: 'Inês Quillfen 🐦',
    bio: 'birds, bread, bad puns',
    followers: 2_951,
    zone: 0,
    volume: 3_100,
  },
  {
    handle: 'tobin_averell7',
    name: 'Tobin Averell',
    bio: 'I fix bicycles for people who break them.',
    followers: 388,
    volume: 1_200,
  },
]
