import * as z from 'zod/mini'
import { defineRoutes } from '../route.ts'
import { dataOf, dayText, formText, lineText, shown, text } from '../text.ts'
import { translated } from './translated.ts'

// The texts that an operator writes, in Markdown. They replace those of the product.

/** The texts that members agree to. A change is announced, and applies from a day on. */
export const legalNames = ['terms', 'privacy'] as const
export type LegalName = (typeof legalNames)[number]
export const documentNames = [...legalNames, 'faqs', 'help', 'safety'] as const
export type DocumentName = (typeof documentNames)[number]

/** The days between the announcement of new terms and their first day. */
export const DAYS_AHEAD = 15

/** Parsers take time that grows with the square of a paragraph's length. */
const LONGEST_PARAGRAPH = 5000
const paragraphsOf = (markdown: string) => markdown.split(/\n[^\S\n]*\n/)
/**
 * Quotes, lists or emphasis within each other, which no text needs and which a parser may not survive. Spaces end with
 * what begins a line for the expression, or it would read a run of line ends again from each of them.
 */
const isNested = (markdown: string) =>
  /^(?:[^\S\r\n\u2028\u2029]*(?:>|[-*+](?=\s)|\d{1,9}[.)])){10}|[*_~]{10}|(?:!?\[){10}/m.test(markdown)

const Markdown = text(1, 40_000).check(
  z.refine((markdown) => paragraphsOf(markdown).every(({ length }) => length <= LONGEST_PARAGRAPH), {
    error: 'At most {maximum} characters in a paragraph.',
    params: { maximum: LONGEST_PARAGRAPH },
    abort: true,
  }),
  z.refine((markdown) => !isNested(markdown), 'Too many nested marks.'),
)
export const WrittenText = z.strictObject({ text: Markdown, translations: translated(Markdown) })
export type WrittenText = z.infer<typeof WrittenText>

export const DatedText = z.extend(WrittenText, {
  /** The first day on which it applies. */
  from: dayText,
  /** A correction of typing needs neither an announcement nor an agreement. */
  isCorrection: z.optional(z.literal(true)),
})
export type DatedText = z.infer<typeof DatedText>

const isInOrder = (all: readonly DatedText[]) => all.every(({ from }, at) => at === 0 || all[at - 1]!.from < from)
const datedTexts = z
  .array(DatedText)
  .check(
    z.maxLength(6, 'At most {maximum} versions. Remove the oldest.'),
    z.refine(isInOrder, 'Each version needs a later day than the one before.'),
  )

const PageText = z.strictObject({ title: lineText(60), text: Markdown })
export const OwnPage = z.extend(PageText, {
  slug: formText(/^[a-z0-9-]{1,40}$/, 'Use up to 40 lowercase letters, digits and hyphens.').check(
    z.refine((slug) => !documentNames.some((name) => name === slug), 'Please use another address.'),
  ),
  translations: translated(PageText),
})
export type OwnPage = z.infer<typeof OwnPage>

const hasUniqueSlugs = (pages: readonly OwnPage[]) => new Set(pages.map(({ slug }) => slug)).size === pages.length

export const Documents = z.strictObject({
  terms: z.optional(datedTexts),
  privacy: z.optional(datedTexts),
  faqs: z.optional(WrittenText),
  help: z.optional(WrittenText),
  safety: z.optional(WrittenText),
  pages: z.optional(
    z
      .array(OwnPage)
      .check(z.maxLength(10, 'At most {maximum} pages.'), z.refine(hasUniqueSlugs, 'Two pages have the same address.')),
  ),
})
export type Documents = z.infer<typeof Documents>

/** A part of a line with the same look. */
export const Run = z.strictObject({
  text: shown,
  strong: z.optional(z.boolean()),
  emphasis: z.optional(z.boolean()),
  href: z.optional(shown),
})
export type Run = z.infer<typeof Run>

export const Block = z.strictObject({
  kind: z.enum(['heading', 'paragraph', 'item', 'numbered', 'quote', 'line', 'picture']),
  /** The level of a heading, or the depth of an item in its list. */
  level: z.number(),
  /** Of a picture, its description. */
  runs: z.array(Run),
  /** The address of a picture, and its size in pixels. */
  picture: z.optional(z.strictObject({ src: shown, width: z.number(), height: z.number() })),
  /** In a comparison of two versions: only in the new one, or only in the old one. */
  change: z.optional(z.enum(['added', 'removed'])),
})
export type Block = z.infer<typeof Block>

const Change = z.strictObject({ from: shown, isInForce: z.boolean(), language: shown, blocks: z.array(Block) })

export const Document = z.strictObject({
  /** Only own pages have a title. */
  title: z.nullable(shown),
  /** The day since which a legal text applies. */
  from: z.nullable(shown),
  /** English, if there is no translation into the reader's language. */
  language: shown,
  blocks: z.array(Block),
  /** The coming change of a legal text, or else the last one. */
  change: z.nullable(Change),
})
export type Document = z.infer<typeof Document>

export const documents = defineRoutes({
  getDocument: {
    method: 'GET',
    path: '/documents/:name',
    access: 'anyone',
    summary: 'Read a text of the operator',
    params: z.strictObject({ name: formText(/^[a-z0-9-]{1,40}$/, 'Not found.') }),
    returns: dataOf({ document: Document }),
  },
  previewDocument: {
    method: 'POST',
    path: '/admin/documents/preview',
    access: 'staff:configuration',
    most: 256,
    summary: 'See how a text will look',
    body: z.strictObject({ text: Markdown }),
    returns: dataOf({ blocks: z.array(Block) }),
  },
})
