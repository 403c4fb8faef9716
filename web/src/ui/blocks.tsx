import { useLingui } from '@lingui/react/macro'
import { Fragment } from 'react'

type Run = { text: string; strong?: boolean | undefined; emphasis?: boolean | undefined; href?: string | undefined }
type Block = {
  kind: 'heading' | 'paragraph' | 'item' | 'numbered' | 'quote' | 'line' | 'picture'
  level: number
  runs: readonly Run[]
  picture?: { src: string; width: number; height: number } | undefined
  change?: 'added' | 'removed' | undefined
}

const headingClass = { 2: '', 3: 'text-lead', 4: 'font-medium' } as const

/** Items that follow each other are one list. Deeper ones are indented. */
function grouped(blocks: readonly Block[]): Block[][] {
  const groups: Block[][] = []
  for (const block of blocks) {
    const last = groups.at(-1)
    const isSameList = last?.[0]?.kind === block.kind && (block.kind === 'item' || block.kind === 'numbered')
    if (isSameList) last.push(block)
    else groups.push([block])
  }
  return groups
}

type Props = {
  blocks: readonly Block[]
  /** Pictures may be on another host than the page. */
  urlOf: (path: string) => string
}

/**
 * A text of the operator. It consists of plain texts, so that nothing in it can become markup. All of it runs in the
 * direction of its language, which may not be the page’s.
 */
export const Blocks = ({ lang, dir, blocks, urlOf }: Props & { lang: string; dir: 'ltr' | 'rtl' }) => (
  <div className="grid gap-4 wrap-anywhere text-ink-2" lang={lang} dir={dir}>
    {grouped(blocks).map((group, at) => (
      <Group key={at} blocks={group} urlOf={urlOf} />
    ))}
  </div>
)

function Group({ blocks, urlOf }: Props) {
  const [first] = blocks
  if (!first) return null
  const { kind, level } = first
  if (kind === 'line') return <hr className="border-line" />
  if (first.picture)
    return <Picture src={urlOf(first.picture.src)} {...sizeOf(first.picture)} alt={textOf(first.runs)} />
  if (kind === 'item' || kind === 'numbered') {
    const List = kind === 'item' ? 'ul' : 'ol'
    return (
      <List className={`grid gap-1.5 ps-6 ${kind === 'item' ? 'list-disc' : 'list-decimal'}`}>
        {blocks.map((block, at) => (
          <li key={at} className={block.level > 1 ? 'ms-6' : ''}>
            <Changed block={block} />
          </li>
        ))}
      </List>
    )
  }
  if (kind === 'heading') {
    const Heading = level === 2 ? 'h2' : level === 3 ? 'h3' : 'h4'
    return (
      <Heading className={`text-ink ${headingClass[level === 2 || level === 3 ? level : 4]}`}>
        <Changed block={first} />
      </Heading>
    )
  }
  return kind === 'quote' ? (
    <blockquote className="border-s-3 border-line ps-4">
      <Changed block={first} />
    </blockquote>
  ) : (
    <p>
      <Changed block={first} />
    </p>
  )
}

const sizeOf = ({ width, height }: { width: number; height: number }) => ({ width, height })
const textOf = (runs: readonly Run[]) => runs.map(({ text }) => text).join('')

const Picture = ({ alt, ...picture }: { src: string; width: number; height: number; alt: string }) => (
  <img
    className="h-auto max-h-[32rem] w-auto max-w-full justify-self-start rounded-lg"
    loading="lazy"
    alt={alt}
    {...picture}
  />
)

function Changed({ block: { runs, change } }: { block: Block }) {
  const { t } = useLingui()
  const text = runs.map((run, at) => <RunText key={at} run={run} />)
  if (change === 'added')
    return (
      <ins className="rounded-sm bg-positive-soft text-positive-soft-ink no-underline">
        <span className="sr-only">{t`New:`} </span>
        {text}
      </ins>
    )
  if (change === 'removed')
    return (
      <del className="text-muted">
        <span className="sr-only">{t`Removed:`} </span>
        {text}
      </del>
    )
  return text
}

function RunText({ run: { text, strong, emphasis, href } }: { run: Run }) {
  const lines = text.split('\n').map((line, at) => (
    <Fragment key={at}>
      {at > 0 && <br />}
      {line}
    </Fragment>
  ))
  const slanted = emphasis ? <em>{lines}</em> : lines
  const bold = strong ? <strong>{slanted}</strong> : slanted
  if (href === undefined) return bold
  return (
    <a href={href} rel={/^https?:/.test(href) ? 'noreferrer' : undefined}>
      {bold}
    </a>
  )
}
