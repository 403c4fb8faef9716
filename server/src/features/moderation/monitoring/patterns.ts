import type { Patterns } from '@kindred/contract'
import { withDigits } from './hidden.ts'

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
/** From 100, apart from years. */
const figure = /(?<![\d.,:+(-])(?!(?:19|20)\d\d(?!\d))[1-9]\d{2,5}(?![\d:])(?!\s?\d{3})/
const phone = /\+\s?\d[\d\s().-]{7,}|(?<!\d)\(?0?\d{2,5}\)?(?:[\s.,/-]{0,2}\d{2,}){2,}(?!\d)/
const handle = /(?:^|\s)@\w{3,}|(?<![\w./-])\w{2,40}_\w{2,40}/i

/** A number in a link, a phone number or an amount isn't a sign of its own. */
const withFigures = /https?:\/\/\S+|www\.\S+|\+?\d[\d\s()/-]{6,}/g

const address = /(?:https?:\/\/)?(?:www\.)?((?:[a-z0-9-]{1,63}\.){1,4}[a-z]{2,24})(?=[\s/?#,;:!)"'.]|$)(\/\S*)?/giu
const spelledDot = /\s?(?:[[(](?:dot|punkt|punto|ponto|point)[\])]|\s(?:dot|punkt|punto|ponto|point)\s)\s?/gi
const looseDot = /(?<=[a-z0-9])\s?\.\s(?=(?:com|net|org|info|top|xyz|club|link|site|online)\b)|\s\.(?=[a-z])/gi
/** Endings that neither files nor sentences have. */
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
  const bare = whole.replaceAll(withFigures, ' ').replaceAll(amounts, ' ')
  const found: Record<keyof Patterns, boolean> = {
    link: hasLink(whole, hosts),
    phone: phone.test(whole),
    handle: handle.test(whole),
    amount: amount.test(whole),
    figure: figure.test(bare),
  }
  return (['link', 'phone', 'handle', 'amount', 'figure'] as const).filter((name) => found[name])
}
