import { normalized } from '../../normalized.ts'
import { plain } from '../../lookalikes.ts'
import { firstMessagesRule } from '../scams/rule.ts'
import { firstMessages } from '../scams/signals.ts'
import { arabic } from './arabic.ts'
import { english } from './english.ts'
import { french } from './french.ts'
import { german } from './german.ts'
import { portuguese } from './portuguese.ts'
import { spanish } from './spanish.ts'
import type { HurtfulPhrases } from './phrases.ts'

// Looks for words in a message that may hurt its reader, before it is sent. It runs in the sender's browser, and its
// result stays there. A wrong guess annoys honest people, so most words count only together: an insult after “you are”.

/** `harsh`: insults, threats, hate, sexual pressure. `scam`: what the rule about first messages finds, and the like. */
export type Hurt = 'harsh' | 'scam'

const arabicLetter = /\p{Script=Arabic}/u
const latinLetter = /\p{Script=Latin}/u

/** Digits and signs for letters, in words with letters: “b1tch”. In Arabic, other digits are usual. */
const signs: Record<string, string> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's', '!': 'i' }
const arabicSigns: Record<string, string> = { 2: 'ا', 3: 'ع', 5: 'خ', 6: 'ط', 7: 'ح', 9: 'ص' }
const signedWord = /[\p{L}\d@$!]+/gu
const isDisguised = /\p{L}[\d@$!]|[\d@$]\p{L}/u

function asLetters(word: string): string {
  if (!isDisguised.test(word)) return word
  const letters = arabicLetter.test(word) ? arabicSigns : signs
  return word.replace(/[\d@$]|!(?=\p{L})/gu, (sign) => letters[sign] ?? sign)
}

/** Joins letters with gaps between them, “k y s”, and reads digits in words as letters. */
const undisguised = (text: string): string =>
  text
    .replace(/(?<=(?<!\p{L})\p{L})[ .·*_-](?=\p{L}(?!\p{L}))/gu, '')
    .replace(/(?<=\p{L})[.·*_](?=\p{L})/gu, '')
    .replace(signedWord, asLetters)

/** Without accents, which many people leave out, and without letters that are repeated for emphasis. */
const folded = (text: string): string =>
  normalized(text.replace(/['’ʼ`]/g, ''), 'NFKD')
    .replace(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .replace(/(\p{L})\1{2,}/gu, '$1')

/** One sentence a line, with a space before each word. */
const sentencesIn = (text: string): string =>
  folded(text)
    .split(/[.!?;:\n\r…—–()"“”«»؟]+/u)
    .map((sentence) => sentence.replace(/[^\p{L}\p{N}]+/gu, ' ').trim())
    .filter(Boolean)
    .map((sentence) => ` ${sentence}`)
    .join('\n')

const LETTERS = String.raw`[^ \n]`
const END = `(?!${LETTERS})`
/** “I will never hurt you” is kind. */
const NEGATIONS =
  'not|never|dont|wont|cant|isnt|nicht|nie|niemals|kein|keine|keinen|pas|jamais|no|nunca|jamas|nao|لا|لم|لن|مش|ما'

const oneOf = (list: string): string => {
  const words = list.split(',').map((word) => folded(plain(word)).trim().replace(/\s+/g, ' '))
  return `(?:${words
    .filter(Boolean)
    .map((word) => ` ${word.replaceAll('*', `${LETTERS}*`)}`)
    .join('|')})`
}

function partOf(token: string, lists: HurtfulPhrases['lists']): string {
  if (token === '^') return '(?<!.)'
  if (token === '!') return `(?<! (?:${NEGATIONS}))`
  if (token === '..') return `(?: (?!(?:${NEGATIONS})${END})${LETTERS}+){0,3}?`
  if (token === '{very}') return `${oneOf(lists.very)}{0,3}`
  const [, name, group] = /^(?:\{(\w+)\}|\(([^)]*)\))/.exec(token) ?? []
  const words = name === undefined ? (group?.replaceAll('|', ',') ?? token) : (lists[name] ?? '')
  return oneOf(words) + (token.endsWith('?') ? '?' : '')
}

/** Repetitions in the expression are bounded, so that it takes time in proportion to the text. */
function expressionOf(phrases: readonly string[], lists: HurtfulPhrases['lists']): RegExp {
  const sources = phrases.map((phrase) =>
    (phrase.match(/\([^)]*\)\??|\S+/g) ?? []).map((token) => partOf(token, lists)).join(''),
  )
  return new RegExp(`(?:${sources.join('|')})${END}`)
}

const languages = [english, german, french, spanish, portuguese, arabic].map((language) => ({
  letter: language === arabic ? arabicLetter : latinLetter,
  harsh: expressionOf(language.phrases, language.lists),
  teasing: expressionOf(language.teasing, language.lists),
  scams: expressionOf(language.scams, language.lists),
}))

const laughter = new RegExp(
  [
    String.raw`😂|🤣|😄|😆|😅|😁|😉|😜|😝|😛|😘|😍|🥰|❤|♥|💕|😊|🙈|:-?[)dp]|;-?\)`,
    String.raw`(?:ha){2,}|(?:he){3,}|(?:ja){2,}|(?:hi){3,}|k{3,}|(?:rs){2,}|ه{3,}|\b(?:lol|lmao|mdr|ptdr|xd+|jk)\b`,
  ].join('|'),
  'iu',
)
/** People also quote others, and tell what others called them. */
const quoted = /["“„«][^"”“»\n]{1,120}["”“»]/gu
const reported = new RegExp(
  [
    ' (?:called|calls|calling|call) (?:me|us|him|her|them|my) ',
    ' (?:genannt|beschimpft|nannte|nannten)(?![^ \\n])',
    ' (?:ma|m a|mont|m ont|l a|les a) (?:traite|traitee|appelee?|insultee?)',
    String.raw` (?:me|lo|la|le|les|nos) (?:llam\S+|dijo|dijeron|gritaron|grito)`,
    ' (?:me chamou|me chamaram|chamaram (?:meu|minha|a gente|ele|ela)|me xingou|me xingaram)',
    ' (?:وصفني|سماني|ناداني|نعتني|قالوا لي)',
  ].join('|'),
)

const findScam = firstMessagesRule(firstMessages)
/** Two people who know each other exchange numbers, so contact details are no sign here. */
const replies = Array.from({ length: firstMessages.replies }, () => ({ isOwn: false, text: '', at: 0 }))
const isScam = (text: string): boolean => findScam([...replies, { isOwn: true, text, at: 0 }]) !== undefined

export function hurtIn(text: string): Hurt | undefined {
  const seen = plain(text).replace(quoted, ' ')
  const open = undisguised(seen)
  const sentences = sentencesIn(open === seen ? seen : `${seen}\n${open}`)
  const read = languages.filter(({ letter }) => letter.test(sentences))
  const isFound = (kind: 'harsh' | 'teasing' | 'scams') => read.some((language) => language[kind].test(sentences))
  if (!reported.test(sentences) && (isFound('harsh') || (!laughter.test(text) && isFound('teasing')))) return 'harsh'
  return isFound('scams') || isScam(text) || (open !== seen && isScam(open)) ? 'scam' : undefined
}
