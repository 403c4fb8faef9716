import { type EmailWords, message, type MessageDescriptor } from '@kindred/contract'
import { directionOf, type Language } from '@kindred/contract/languages'
import { withOwnWords } from './own-words.ts'
import { wasntMe } from './wasnt-me.ts'
import { waysInLetters } from './ways-in-letters.ts'
import { escaped } from '../../../infra/html.ts'
import { isolated, write } from '../../../infra/language/write.ts'
import { safeName } from '../../../infra/names.ts'
import type { Letter, Line, LetterKinds, LetterKind, Recipient, Letters, AboutApplication } from './letter-kinds.ts'

// Plain text and HTML are made of the same lines, so that the two never differ.

const notYou = ({ support }: Recipient) => message('If this wasn’t you, write to {support}.', { support })

const aboutApplication = ({ subject, text, link }: AboutApplication, ending?: MessageDescriptor): Letter => ({
  subject,
  endsWithBrand: true,
  lines: [text, ...(ending ? [ending] : []), { link, words: message('See where you stand') }],
})

const letters: Letters = {
  ...waysInLetters,
  'edited-by-staff': ({ what, link }, to) => ({
    subject: message('We updated your {brand} account', { brand: to.brand }),
    lines: [
      message('Our team changed your {what}.', { what }),
      { link, words: message('View my account') },
      message('Didn’t ask for this? Write to {support}.', { support: to.support }),
    ],
  }),
  'export-ready': ({ link }, { brand }) => ({
    subject: message('Your {brand} data is ready', { brand }),
    lines: [
      message('Your download has all the data we have about you. The link works once and expires in 24 hours.'),
      { link, words: message('Download my data') },
    ],
  }),
  admission: ({ subject, text, link }, { brand }) => ({
    subject,
    endsWithBrand: true,
    lines: [text, { link, words: message('Open {brand}', { brand }) }],
  }),
  'admission-asked': (details) => aboutApplication(details),
  'admission-waiting': (details) => aboutApplication(details),
  'admission-declined': ({ erasedOn, ...details }, { formats }) =>
    aboutApplication(
      details,
      erasedOn &&
        message('We’ll erase your account and everything you told us on {day}. Until then, you can download it.', {
          day: formats.day(erasedOn),
        }),
    ),
  age: ({ subject, lines, link }) => ({
    subject,
    endsWithBrand: true,
    lines: [...lines, { link, words: message('Proof of age') }],
  }),
  approval: ({ write, link }, { formats }) => {
    const { subject, lines } = write(formats)
    return { subject, endsWithBrand: true, lines: [...lines, { link, words: message('View request') }] }
  },
  'terms-change': ({ name, from, link }, { formats, brand }) => {
    const day = formats.day(from)
    return {
      subject:
        name === 'terms'
          ? message('Our terms change on {day}', { day })
          : message('Our privacy policy changes on {day}', { day }),
      endsWithBrand: true,
      lines: [
        message(
          'Nothing changes until then. From that day on, we’ll ask you to agree before you like people or write to them.',
        ),
        { link, words: message('Read what changes') },
        message('If you’d rather not, you can download your data and leave {brand} at any time.', { brand }),
      ],
    }
  },
  'picture-decided': ({ subject, lines, link }) => ({
    subject,
    endsWithBrand: true,
    lines: [...lines, { link, words: message('View my photos') }],
  }),
  decided: ({ write, link }, to) => {
    const { subject, lines } = write(to)
    return { subject, endsWithBrand: true, lines: [...lines, { link, words: message('Open Support') }] }
  },
  'fraud-warning': ({ write, link }, to) => {
    const { subject, lines } = write(to)
    return { subject, endsWithBrand: true, lines: [...lines, { link, words: message('Read our safety tips') }] }
  },
  subscription: ({ write, link }, { formats }) => {
    const { subject, lines } = write(formats)
    return { subject, endsWithBrand: true, lines: [...lines, { link, words: message('View my subscription') }] }
  },
  notice: ({ lines, link, settings }, { brand }) => {
    const [first, ...more] = lines
    return {
      subject:
        first !== undefined && more.length === 0
          ? first
          : message('You have {count, plural, one {# new notification} other {# new notifications}}', {
              count: lines.length,
              brand,
            }),
      lines: [
        ...lines,
        { link, words: message('Open {brand}', { brand }) },
        message('Getting too many emails? Choose the ones you want:'),
        { link: settings, words: message('Change email settings') },
      ],
    }
  },
  'date-reminder': ({ subject, startsAt, link }, { formats }) => ({
    subject,
    endsWithBrand: true,
    lines: [
      message('Your date starts on {at}.', { at: formats.moment(startsAt) }),
      { link, words: message('View the date') },
      message('Meet in a public place, and tell a friend where you’re going. You can share your date from the chat.'),
    ],
  }),
  'deletion-asked': ({ due, keep, ...not }, to) => ({
    subject: message('Your {brand} account will be deleted', { brand: to.brand }),
    lines: [
      message(
        'Your account is hidden now, and we’ll delete it for good on {due}. If you have Premium, it won’t renew, and ' +
          'you won’t be charged again.',
        { due: to.formats.day(due) },
      ),
      message('Changed your mind? Sign in before then to keep it:'),
      { link: keep, words: message('Keep my account') },
      ...wasntMe(not, to),
    ],
  }),
  'deletion-cancelled': ({ link }, to) => ({
    subject: message('You’re keeping your {brand} account', { brand: to.brand }),
    lines: [
      message(
        'You canceled the deletion. If you have Premium, it ends when the period you paid for is over, unless you ' +
          'choose to keep it:',
      ),
      { link, words: message('View my subscription') },
      notYou(to),
    ],
  }),
  deactivated: ({ write, link }, to) => ({
    subject: message('Your {brand} account was deactivated', { brand: to.brand }),
    lines: [
      ...write(to).lines,
      message('You can still sign in to see the decision, download your data or delete your account:'),
      { link, words: message('Sign in') },
    ],
  }),
  activated: ({ link }, to) => ({
    subject: message('Your {brand} account is active again', { brand: to.brand }),
    lines: [message('Welcome back! Everything is just as you left it.'), { link, words: message('Sign in') }],
  }),
  erased: ({ at }, { brand, formats }) => ({
    subject: message('Your {brand} account was deleted', { brand }),
    lines: [
      message('As you asked, we deleted your account and everything in it on {at}.', { at: formats.day(at) }),
      message(
        'We keep only what the law requires, such as invoices and evidence in open reports, and only for as long as ' +
          'it does. This is our last email to this address.',
      ),
    ],
  }),
}

type RenderedLetter = { subject: string; text: string; html: string }

export function renderLetter<K extends LetterKind>(
  kind: K,
  details: LetterKinds[K],
  to: Recipient,
  own: EmailWords = {},
): RenderedLetter {
  const { language, brand, gender, button } = to
  const letter = withOwnWords(letters[kind](details, to), own, to)
  const name = safeName(to.firstName ?? '')
  const greeting = name ? message('Hi {name},', { name }) : message('Hi,')
  const lines = [greeting, ...letter.lines].map((line) => writeLine(to, line))
  const heading = write(language, letter.subject, gender)
  const subject = heading + (letter.endsWithBrand ? ` · ${isolated(brand, language)}` : '')
  const closing = [`${isolated(brand, language)} · ${isolated(to.support, language)}`, ...to.imprint].join('\n')
  return {
    subject,
    text: toText([...lines, closing]),
    html: toHtml(language, { subject, heading, lines, closing, button }),
  }
}

type Written = string | { code: string } | { link: string; words: string }

function writeLine({ language, gender }: Recipient, line: Line): Written {
  if (typeof line === 'string' || 'text' in line) return write(language, line, gender)
  return 'code' in line ? line : { link: line.link, words: write(language, line.words, gender) }
}

function lineToText(line: Written): string {
  if (typeof line === 'string') return line
  return 'code' in line ? line.code : `${line.words}\n${line.link}`
}

const toText = (lines: Written[]): string => `${lines.map(lineToText).join('\n\n')}\n`

/** Mail programs support `<bdi>` better than Unicode isolates. */
const toMarkup = (text: string) => escaped(text).replaceAll(/\u2068([^\u2068\u2069]*)\u2069/g, '<bdi>$1</bdi>')

// Colors are names or rgb(), because mail programs could mistake six hexadecimal digits for the code.
const styles = {
  page: 'margin:0;background:rgb(250,245,242);padding:32px 16px',
  card:
    'max-width:520px;margin:0 auto;background:white;border-radius:16px;padding:32px;' +
    "font:16px/24px -apple-system,'Segoe UI',Roboto,sans-serif;color:rgb(44,32,34)",
  heading: 'margin:0 0 16px;font-size:22px;line-height:28px;font-weight:600',
  paragraph: 'margin:0 0 16px',
  code: 'margin:0 0 16px;font-size:28px;line-height:36px;letter-spacing:4px;font-weight:600',
  action: 'margin:0 0 24px',
  closing: 'margin:24px 0 0;font-size:14px;line-height:20px;color:rgb(110,95,95)',
}

const rgb = (hex: string) => `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(',')})`

function buttonStyle(colors: Recipient['button']): string {
  const [fill, ink] = colors ? [rgb(colors.fill), rgb(colors.ink)] : ['rgb(200,62,33)', 'white']
  return (
    `display:inline-block;padding:12px 22px;border-radius:22px;background:${fill};color:${ink};` +
    'text-decoration:none;font-weight:600'
  )
}

function lineToHtml(line: Written, colors: Recipient['button']): string {
  if (typeof line === 'string') return `<p style="${styles.paragraph}">${toMarkup(line)}</p>`
  if ('code' in line) return `<p style="${styles.code}">${line.code}</p>`
  const button = `<a href="${escaped(line.link)}" style="${buttonStyle(colors)}">${toMarkup(line.words)}</a>`
  return `<p style="${styles.action}">${button}</p>`
}

type Page = { subject: string; heading: string; lines: Written[]; closing: string; button: Recipient['button'] }

/** Leaves out a heading that repeats a line. */
const toHtml = (language: Language, { subject, heading, lines, closing, button }: Page): string =>
  [
    `<!doctype html><html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8">`,
    `<meta name="viewport" content="width=device-width"><title>${escaped(subject)}</title></head>`,
    `<body style="${styles.page}"><div dir="${directionOf(language)}" style="${styles.card}">`,
    ...(lines.includes(heading) ? [] : [`<h1 style="${styles.heading}">${toMarkup(heading)}</h1>`]),
    ...lines.map((line) => lineToHtml(line, button)),
    `<p style="${styles.closing}">${toMarkup(closing).replaceAll('\n', '<br>')}</p></div></body></html>`,
  ].join('\n')
