import { normalized } from './normalized.ts'

// Detects impersonation in names: letters from mixed scripts, or the name of the product or its staff.

/** The scripts to recognize. Any other script counts as one more. */
const scripts = (
  'Latin Cyrillic Greek Armenian Georgian Hebrew Arabic Syriac Thaana Nko Devanagari Bengali Gurmukhi Gujarati Oriya ' +
  'Tamil Telugu Kannada Malayalam Sinhala Thai Lao Tibetan Myanmar Khmer Mongolian Ethiopic Cherokee Tifinagh Coptic ' +
  'Canadian_Aboriginal Javanese Balinese Yi Vai Han Hiragana Katakana Bopomofo Hangul'
)
  .split(' ')
  .map((script) => ({ script, letter: new RegExp(`\\p{Script=${script}}`, 'u') }))

/** Scripts that are mixed in Japan, Korea and Taiwan (UTS 39, “highly restrictive”). */
const together = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Hangul'],
  ['Latin', 'Han', 'Bopomofo'],
]

const scriptOf = (letter: string) => scripts.find((each) => each.letter.test(letter))?.script ?? 'other'

/** Detects letters of scripts that aren't mixed in any language, such as a Cyrillic А before Latin letters. */
export function mixesScripts(name: string): boolean {
  const letters = name.match(/(?=\p{L})\P{Script=Common}/gu) ?? []
  const used = new Set(letters.map(scriptOf))
  return used.size > 1 && !together.some((allowed) => [...used].every((script) => allowed.includes(script)))
}

const lookalikes: Readonly<Record<string, string>> = {
  a: 'аαɑ',
  b: 'вЬ',
  c: 'сϲ',
  d: 'ԁд',
  e: 'еёεє',
  f: 'ф',
  g: 'ɡ',
  h: 'нһ',
  i: 'іιıӏlł',
  j: 'ј',
  k: 'кκ',
  m: 'мμ',
  n: 'пηи',
  o: 'оοσøօ',
  p: 'рρ',
  r: 'гʀ',
  s: 'ѕ',
  t: 'тτŧ',
  u: 'υսц',
  v: 'ν',
  x: 'хχ',
  y: 'уγ',
}
const plain = new Map(
  Object.entries(lookalikes).flatMap(([to, from]) => [...from].map((letter) => [letter, to] as const)),
)

/** Maps texts that look alike to the same text, ignoring case, accents and letter variants. */
const skeleton = (text: string): string =>
  [...normalized(normalized(text, 'NFKD').toLowerCase(), 'NFKD').replace(/\p{M}/gu, '')]
    .map((letter) => plain.get(letter) ?? letter)
    .join('')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')

const wordsOf = (text: string): string[] => text.split(/[^\p{L}\p{M}]+/u).flatMap((word) => skeleton(word) || [])

/** Staff titles in the product's languages, except words that are also names, such as “Aide”. */
const titles = new Set(
  [
    'staff mod customercare deletedmember gelöschtesmitglied miembroeliminado membresupprimé exmembro عضومحذوف',
    'support admin admins administrator administrators administration moderator moderators moderation team official',
    'system help helpdesk helpline webmaster customerservice',
    'administratorin moderatorin offiziell hilfe kundendienst kundenservice',
    'soporte ayuda administrador administradora administracion moderador moderadora moderacion equipo oficial sistema',
    'administrateur administratrice moderateur moderatrice equipe officiel officielle assistance systeme serviceclient',
    'suporte ajuda administracao moderacao equipa atendimento',
    'الدعم المساعدة المشرف المشرفة مشرف مشرفة الإدارة إدارة المسؤول فريق الرسمي',
    'админ администратор администрация модератор поддержка команда',
  ].flatMap((line) => line.split(' ').map(skeleton)),
)

/** Detects a staff title as a word, or after joining its parts (“Ad-min”). */
export function claimsTitle(name: string): boolean {
  const words = wordsOf(name)
  return words.some((word) => titles.has(word)) || titles.has(words.join(''))
}

/** Detects the name of the product as words, or after joining its parts (“Kin-dred”). */
export function claimsBrand(name: string, brand: string): boolean {
  const [words, theirs] = [wordsOf(name), wordsOf(brand)]
  if (theirs.length === 0) return false
  const together = theirs.join('')
  return ` ${words.join(' ')} `.includes(` ${theirs.join(' ')} `) || [...words, words.join('')].includes(together)
}
