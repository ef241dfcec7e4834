import { a, t } from './parts.ts'

/** Names for accounts that are drawn, by language. All invented; first and last name are drawn apart. */
export interface NameBank {
  lang: string
  zones: number[]
  first: string[]
  last: string[]
  join: string
}

export const HANDLE_FIRST =
  'abra benno calla dorin elka fenno gilda harl ilvy jorun kasimir lotta marn nelda ovid petra quint runa selk tamsin ulric veda wenzel xanthe yorick zelda'.split(
    ' ',
  )
export const HANDLE_LAST =
  'achterwyn birkenthal coldrake dunnavel eskholm farrowgate grimsund hoxmere ilverstone juddock kestering lambrook morvane nettlewick oxbarrow pendrifter quarrel rushmoor sablewood tarnhill underfell vossberg wraxall yewbank zandhoven'.split(
    ' ',
  )

export const NAME_BANKS: NameBank[] = [
  {
    lang: 'en',
    zones: [0, -5, -8, 10],
    join: ' ',
    first: [
      'Abra',
      'Calla',
      'Dorin',
      'Elka',
      'Harl',
      'Jorun',
      'Marn',
      'Quint',
      'Tamsin',
      'Veda',
      'Wenzel',
      'Yorick',
    ],
    last: [
      'Coldrake',
      'Dunnavel',
      'Farrowgate',
      'Grimsund',
      'Hoxmere',
      'Kestering',
      'Nettlewick',
      'Oxbarrow',
      'Rushmoor',
      'Underfell',
      'Wraxall',
      'Yewbank',
    ],
  },
  {
    lang: 'es',
    zones: [1, -6, -3],
    join: ' ',
    first: ['Ramona', 'Eulalio', 'Nieves', 'Ciro', 'Amparo'],
    last: ['Valdeseca', 'Montellar', 'Rioquedo', 'Peñarroja', 'Cárdigo'],
  },
  {
    lang: 'fr',
    zones: [1],
    join: ' ',
    first: ['Maëlys', 'Anatole', 'Solène', 'Barnabé', 'Odile'],
    last: ['Verrecourt', 'Brumelle', 'Lancrevier', 'Aubépin', 'Quatremont'],
  },
  {
    lang: 'de',
    zones: [1],
    join: ' ',
    first: ['Gesine', 'Tjark', 'Wiebke', 'Korbinian', 'Frauke'],
    last: ['Hasenwinkel-Öhr', 'Grützmoor', 'Kieselbrück', 'Strohfeldt', 'Nebelhain'],
  },
  {
    lang: 'pt',
    zones: [-3, 0],
    join: ' ',
    first: ['Iracema', 'Januário', 'Leocádia', 'Tomé'],
    last: ['Ribaçal', 'Montefumo', 'Sequeirão', 'Lagoaça'],
  },
  {
    lang: 'ja',
    zones: [9],
    join: '',
    first: ['しずく', '朔', '小春', 'みなと'],
    last: ['霧坂', '雪瀬川', '苔野', '柚木原'],
  },
  {
    lang: 'ko',
    zones: [9],
    join: '',
    first: ['이슬', '가온', '다솜', '누리'],
    last: ['연', '설', '봉', '탁'],
  },
  {
    lang: 'zh',
    zones: [8],
    join: '',
    first: ['木木', '听雨', '小满', '半夏'],
    last: ['桥', '云', '苗', '麦'],
  },
  {
    lang: 'ar',
    zones: [3, 2],
    join: ' ',
    first: ['رهف', 'غسان', 'ديمة', 'وائل'],
    last: ['الدهواني', 'البرنوصي', 'الريشاوي', 'القنطري'],
  },
  {
    lang: 'he',
    zones: [2],
    join: ' ',
    first: ['יעלה', 'איתן', 'נטע', 'ברק'],
    last: ['צוראל', 'גליליאן', 'ערבתי', 'כרמזון'],
  },
  {
    lang: 'ru',
    zones: [3],
    join: ' ',
    first: ['Ефросинья', 'Лукьян', 'Васса', 'Тихон'],
    last: ['Овсянкин', 'Клюквин', 'Рябинкер', 'Журавецкий'],
  },
  {
    lang: 'hi',
    zones: [5],
    join: ' ',
    first: ['तारिणी', 'ओजस', 'मेघना', 'ईशान'],
    last: ['वासवे', 'धरणीकर', 'सरोवरी', 'पथिकर'],
  },
]

/** Bios for drawn accounts; `%` stands for a topic. */
export const BIOS = [
  '%. Mostly.',
  'Writing about % since the flood.',
  '% by day, % by night.',
  'I have opinions about %.',
  'Collects mistakes about %.',
  'Here for the %. Views my own, reviews too.',
  '',
]
export const TOPIC_WORDS = [
  'ferries',
  'bread',
  'old maps',
  'bicycles',
  'clouds',
  'stairs',
  'chess',
  'radio',
  'moss',
  'timetables',
  'glue',
  'owls',
]

/** Text of a link in a drawn bio. */
export const BIO_LINK = (handle: string) => [
  t(' '),
  a(`https://${handle.replaceAll('_', '-').toLowerCase()}.example/about`),
]
