import type { Dice } from '../random.ts'

/** Everyday English, put together from halves, so that few posts of a timeline read alike. */

const OPENERS = [
  'Three years on and',
  'Quick note:',
  'Nobody asked, but',
  'Update:',
  'This morning',
  'Small victory:',
  'Reminder that',
  'I keep forgetting that',
  'So apparently',
  'Turns out',
  'Overheard on the tram:',
  'Unpopular opinion:',
  'For the record,',
  'My neighbour swears that',
  'Today I learned that',
  'Still thinking about how',
  'It rained, and',
  'Honestly,',
]
const SUBJECTS = [
  'the second ferry',
  'the sourdough',
  'the 1911 map of the delta',
  'my left pedal',
  'the weather station',
  'the library lift',
  'the choir',
  'the moss on the north wall',
  'our timetable',
  'the glue pot',
  'that owl',
  'the radio mast',
  'the allotment committee',
  'the spare key',
  'the tide gauge',
  'the new bakery',
  'the old signal box',
  'the museum cat',
  'the coffee machine at work',
]
const VERBS = [
  'refuses to cooperate',
  'was right all along',
  'has opinions',
  'needs another week',
  'smells faintly of tar',
  'is quieter than last year',
  'finally arrived',
  'came back from repair',
  'lost an argument with a gull',
  'works better upside down',
  'is older than the town',
  'will not be rushed',
  'got a plaque',
  'made the local paper',
  'is on the agenda again',
  'keeps perfect time, one hour off',
  'survived the storm',
  'has a waiting list',
]
const TAILS = [
  '',
  '',
  '',
  ' Photos later.',
  ' I blame the heating.',
  ' Ask me how I know.',
  ' More on this when the kettle is done.',
  ' That is all.',
  ' (Yes, again.)',
  ' We are all very calm about it.',
  ' 10/10, would wait again.',
  ' Corrections welcome.',
  ' Somebody write this down.',
  ' 😅',
  ' 🙃',
  ' 🌧️',
  ' 🤷🏽‍♀️',
  ' 🎉🎉',
  ' I said what I said.',
]
const QUESTIONS = [
  'Does anyone know who repairs',
  'Who else has feelings about',
  'What would you pay for',
  'Is it just me, or is this about',
  'Which of you has borrowed',
  'Can someone explain',
]
const REPLIES = [
  'Same here.',
  'Source?',
  'This is the best thing I have read all week.',
  'I was there and can confirm.',
  'Have you tried turning it round?',
  'My aunt says the same.',
  'No & no.',
  'Wait, the one by the harbour?',
  'You win this one.',
  'I have a spare, if you want it.',
  'Absolutely not 😂',
  'Following for the answer.',
  'Try it with less salt.',
  'That explains a lot.',
  'Not on a Tuesday it isn’t.',
]

export function englishPost(dice: Dice): string {
  if (dice.chance(0.15)) return `${dice.pick(QUESTIONS)} ${dice.pick(SUBJECTS)}?${dice.pick(TAILS)}`
  const one = `${dice.pick(OPENERS)} ${dice.pick(SUBJECTS)} ${dice.pick(VERBS)}.`
  if (dice.chance(0.3)) {
    const subject = dice.pick(SUBJECTS)
    return `${one}${dice.chance(0.3) ? '\n\n' : ' '}${subject[0]!.toUpperCase()}${subject.slice(1)} ${dice.pick(VERBS)}.${dice.pick(TAILS)}`
  }
  return one + dice.pick(TAILS)
}

export function englishReply(dice: Dice): string {
  return dice.chance(0.6) ? dice.pick(REPLIES) : englishPost(dice)
}
