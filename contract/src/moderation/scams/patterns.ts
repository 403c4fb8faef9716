import { normalized } from '../../normalized.ts'
import { plain } from '../../lookalikes.ts'
import type { Patterns } from '../monitoring.ts'

// Spellings that evade word lists: "t e l e g r a m", "tele.gram", "t3legram", two lines, "zero seven seven".

const gap = String.raw`[\s.,·•*_|/\\-]`
const gaps = new RegExp(gap, 'gu')
/** Single letters with the same separator. Three may be initials. */
const spaced = new RegExp(
  String.raw`(?<![\p{L}\p{N}])[\p{L}\p{N}](${gap}{1,2})[\p{L}\p{N}](?:\1[\p{L}\p{N}]){2,}(?![\p{L}\p{N}])`,
  'gu',
)
/** A word with symbols or digits in the middle. */
const broken = /(?<!\p{L})\p{L}{1,40}(?:[.·•*_|\p{So}0134578@$-]\p{L}{1,40})+/gu

/** The last word of a line and the first ones of the next lines: “tele” and “gram”. */
const acrossLines = /(?<!\p{L})(?=(\p{L}{2,40}(?:\n\p{L}{2,40}){1,3})(?!\p{L}))/gu
const joinedLines = (text: string): string[] =>
  [...text.replace(/ *[\n\r]\s*/g, '\n').matchAll(acrossLines)].flatMap(([, found = '']) => {
    const parts = found.split('\n')
    return parts.slice(1).map((_, at) => parts.slice(0, at + 2).join(''))
  })

const letters: Record<string, string> = { 0: 'o', 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b', '@': 'a', $: 's' }
const asLetters = (word: string, one: string) =>
  word.replace(/[0-9@$]/g, (sign) => (sign === '1' ? one : (letters[sign] ?? sign))).replace(/[^\p{L}\p{N}]/gu, '')

export function unhidden(text: string): string {
  const seen = plain(text)
  const hidden = [
    ...(seen.match(spaced) ?? []).map((word) => word.replace(gaps, '')),
    ...(seen.match(broken) ?? []).flatMap((word) => [asLetters(word, 'i'), asLetters(word, 'l')]),
    ...joinedLines(seen),
  ]
  return hidden.length === 0 ? seen : `${seen}\n${hidden.join('\n')}`
}

const digits: readonly string[] = [
  'zero|oh|null|nul|cero|zéro|صفر',
  'one|eins|uno|un|um|واحد',
  'two|zwei|zwo|dos|deux|dois|اثنين',
  'three|drei|tres|trois|três|ثلاثة',
  'four|vier|cuatro|quatre|quatro|أربعة',
  'five|fünf|cinco|cinq|خمسة',
  'six|sechs|seis|ستة',
  'seven|sieben|siete|sept|sete|سبعة',
  'eight|acht|ocho|huit|oito|ثمانية',
  'nine|neun|nueve|neuf|nove|تسعة',
]
const digitOf = new Map(digits.flatMap((words, digit) => words.split('|').map((word) => [word, String(digit)])))
const name = String.raw`(?<!\p{L})(?:${digits.join('|')})(?!\p{L})`
const named = new RegExp(name, 'giu')
const run = new RegExp(String.raw`${name}(?:[\s,.-]{1,3}${name}){2,}`, 'giu')

/** Replaces at least three number words in a row with digits. */
const withDigits = (text: string): string =>
  normalized(text, 'NFKC')
    .replace(/[\p{Cf}\p{M}]/gu, '')
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(run, (found) =>
      found.replace(named, (word) => digitOf.get(word.toLowerCase()) ?? word).replace(/[\s,.-]+/g, ''),
    )

/** Sites for music, films, places, tickets and news, where no one can ask for a card or a password. */
export const hosts: string[] = `
  spotify.com spotify.link youtube.com youtu.be soundcloud.com bandcamp.com deezer.com tidal.com music.apple.com
  podcasts.apple.com anghami.com vimeo.com imdb.com letterboxd.com netflix.com justwatch.com arte.tv filmaffinity.com
  allocine.fr goodreads.com wikipedia.org maps.google.com maps.app.goo.gl maps.apple.com openstreetmap.org komoot.com
  komoot.de strava.com alltrails.com wikiloc.com outdooractive.com tripadvisor.com booking.com airbnb.com bahn.de
  sncf-connect.com renfe.com opentable.com thefork.com thefork.es thefork.fr yelp.com chefkoch.de marmiton.org
  eventbrite.com eventbrite.de eventbrite.co.uk eventim.de ticketmaster.com ticketmaster.es ticketmaster.de
  ticketmaster.fr fnac.com fnacspectacles.com sympla.com.br meetup.com dice.fm songkick.com ra.co bbc.co.uk bbc.com
  theguardian.com nytimes.com spiegel.de zeit.de tagesschau.de elpais.com lemonde.fr globo.com aljazeera.net
  reddit.com giphy.com tenor.com pinterest.com xkcd.com nts.live duolingo.com lichess.org chess.com`
  .trim()
  .split(/\s+/)

// Patterns that no word list could express.

const currencies = [
  String.raw`€|\$|£|%|euros?|eur|usdt?|btc|dollars?|dólar(?:es)?|pounds|quid|bucks|libras|livres|pesos|soles|reais`,
  'دولار|يورو|ريال|درهم|جنيه|دينار',
].join('|')
const amount = new RegExp(
  String.raw`(?:[$€£]|R\$)\s?\d\d?|\d\d?(?:[.,]\d{1,9}){0,3}\s?(?:${currencies})(?![\p{L}\p{N}])`,
  'iu',
)
const amounts = new RegExp(amount, 'giu')
/** A number from 100, except a year. */
const figure = /(?<![\d.,:+(-])(?!(?:19|20)\d\d(?!\d))[1-9]\d{2,5}(?![\d:])(?!\s?\d{3})/
const phone = /\+\s?\d[\d\s().-]{7,}|(?<!\d)\(?0?\d{2,5}\)?(?:[\s.,/-]{0,2}\d{2,}){2,}(?!\d)/
const handle = /(?:^|\s)@\w{3,}|(?<![\w./-])\w{2,40}_\w{2,40}/i

/** A number in a link, a phone number or an amount isn't a sign of its own. */
const withNumbers = /https?:\/\/\S+|www\.\S+|\+?\d[\d\s()/-]{6,}/g

const address = /(?:https?:\/\/)?(?:www\.)?((?:[a-z0-9-]{1,63}\.){1,4}[a-z]{2,24})(?=[\s/?#,;:!)"'.]|$)(\/\S*)?/giu
const spelledDot = /\s?(?:[[(](?:dot|punkt|punto|ponto|point)[\])]|\s(?:dot|punkt|punto|ponto|point)\s)\s?/gi
const looseDot = /(?<=[a-z0-9])\s?\.\s(?=(?:com|net|org|info|top|xyz|club|link|site|online)\b)|\s\.(?=[a-z])/gi
/** Endings of domains that neither file names nor sentences have. */
const endings =
  /\.(?:com|net|org|info|xyz|top|club|link|site|online|ly|me|app|io|co|cc|vip|live|shop|biz|de|fr|es|pt|br|uk|mx|ar)$/

function hasLink(text: string, hosts: ReadonlySet<string>): boolean {
  for (const found of text.replace(spelledDot, '.').replace(looseDot, '.').matchAll(address)) {
    const host = (found[1] ?? '').toLowerCase()
    const isAddress = /^https?:|^www\./i.test(found[0]) || found[2] !== undefined || endings.test(host)
    const parents = host.split('.').map((_, at, parts) => parts.slice(at).join('.'))
    if (isAddress && !parents.some((each) => hosts.has(each))) return true
  }
  return false
}

export function patternsIn(text: string, hosts: ReadonlySet<string>): (keyof Patterns)[] {
  const whole = withDigits(text)
  const bare = whole.replaceAll(withNumbers, ' ').replaceAll(amounts, ' ')
  const found: Record<keyof Patterns, boolean> = {
    link: hasLink(whole, hosts),
    phone: phone.test(whole),
    handle: handle.test(whole),
    amount: amount.test(whole),
    figure: figure.test(bare),
  }
  return (['link', 'phone', 'handle', 'amount', 'figure'] as const).filter((name) => found[name])
}
