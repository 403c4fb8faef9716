import { MOST_COUNTED } from '@kindred/contract/moderation/work-queue'
import { useLingui } from '@lingui/react/macro'
import { PanelLeft } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useRef, type ReactNode } from 'react'
import { paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { usePlace } from '../../router/place.ts'
import { write } from '../../session/storage.ts'
import { dialogClass, LazyOverlay } from '../../ui/dialog.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { type Counts, type Entry, type To, useGroups } from './screens.ts'

/** Screens that no entry leads to, and the entry of the screen that does. */
const behind: Readonly<Record<string, string>> = {
  [paths.batches]: paths.audit,
  [paths.monitoring]: paths.configuration,
}
/** The watchlist belongs to the duplicates that it finds. */
const views: Readonly<Record<string, string>> = { same: 'same', listed: 'same', links: 'links' }

/** The entry of the open screen: `page` on the screen itself, and `true` on a screen behind it. */
function useCurrent() {
  const { pathname, search } = usePlace()
  return ({ to, search: wanted }: To): 'page' | 'true' | undefined => {
    if (to === paths.photos && pathname === to)
      return views[search['view'] ?? ''] === wanted?.['view' as never] ? 'page' : undefined
    if (pathname === to) return 'page'
    return pathname.startsWith(`${to}/`) || behind[pathname] === to ? 'true' : undefined
  }
}

const placeClass =
  'relative flex min-h-8 items-center gap-3 rounded-md px-3 font-medium text-ink-2 no-underline -outline-offset-2 ' +
  'hover:bg-sunken aria-[current]:bg-sunken aria-[current]:text-ink [&_svg]:flex-none [&_svg]:text-muted ' +
  'aria-[current]:[&_svg]:text-accent pointer-coarse:min-h-11'
const countClass = 'ms-auto flex-none ps-2 text-caption tabular-nums'

function Places({ counts }: { counts: Counts }) {
  const { t } = useLingui()
  const current = useCurrent()
  const nav = useRef<HTMLElement>(null)
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <nav
      ref={nav}
      className={
        'scroll-shade grid min-h-0 grid-cols-[minmax(0,1fr)] content-start gap-3 overflow-x-clip overflow-y-auto p-2 ' +
        'pt-3 [--ground:var(--surface)] [scrollbar-width:thin]'
      }
      aria-label={t`Back office`}
    >
      {useGroups(counts).map(([name, entries]) => (
        <Group key={name} name={name}>
          {entries.map((entry) => (
            <li key={entry.name}>
              <Link className={placeClass} {...entry.link} aria-current={current(entry.link)}>
                <span className="size-4.5 flex-none" title={entry.name} aria-hidden="true">
                  {/* The first paint is rendered without a document, and would send every icon twice. */}
                  {typeof document !== 'undefined' && <entry.Icon size={18} />}
                </span>
                <span className="min-w-0 truncate folded:sr-only">{entry.name}</span>
                <Count {...entry} />
              </Link>
            </li>
          ))}
        </Group>
      ))}
    </nav>
  )
}

function Group({ name, children }: { name: string; children: ReactNode }) {
  const id = useId()
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-0.5 not-first:folded:border-t not-first:folded:border-line not-first:folded:pt-3">
      <p id={id} className="px-3 pb-1 text-caption font-medium text-muted folded:sr-only">
        {name}
      </p>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-0.5" aria-labelledby={id}>
        {children}
      </ul>
    </div>
  )
}

/** With the sidebar folded, a dot stands for the count, which screen readers still read. */
function Count({ count = 0, isLate = false }: Pick<Entry, 'count' | 'isLate'>) {
  const { t, i18n } = useLingui()
  const { atLeast } = useFormats()
  if (count === 0) return null
  const shown = count < MOST_COUNTED ? i18n.number(count) : atLeast(MOST_COUNTED)
  return (
    <>
      <span
        className={`${countClass} folded:hidden ${isLate ? 'font-bold text-danger' : 'text-ink-2'}`}
        aria-hidden="true"
      >
        {shown}
      </span>
      <span
        className={
          'absolute inset-s-6.5 top-1 hidden size-2 rounded-full shadow-[0_0_0_2px_var(--surface)] folded:block ' +
          (isLate ? 'bg-danger' : 'bg-line-strong')
        }
        aria-hidden="true"
      />
      <span className="sr-only">{isLate ? t`${shown} late` : t`${shown} waiting`}</span>
    </>
  )
}

/** Signing out removes a viewer's keys, which start with “kindred.”, but not how a browser shows the sidebar. */
const KEY = 'office.sidebar'

/** On a narrow desktop, the sidebar starts folded to its icons. The choice is kept, and first.js applies it. */
function fold(): void {
  const { dataset } = document.documentElement
  const isFolded = (dataset['sidebar'] ?? (matchMedia('(max-width: 1180px)').matches ? 'folded' : 'open')) === 'folded'
  const next = isFolded ? 'open' : 'folded'
  dataset['sidebar'] = next
  write(KEY, next)
}

export function Sidebar({ counts }: { counts: Counts }) {
  const { t } = useLingui()
  return (
    <div
      data-sidebar
      className={
        'sticky top-14 z-5 flex h-[calc(100dvh-3.5rem)] w-56 flex-col border-e border-line bg-surface folded:w-14 ' +
        'phone:hidden'
      }
    >
      <Places counts={counts} />
      <button
        type="button"
        className={`${placeClass} m-2 mt-auto flex-none border-0 bg-transparent text-start`}
        onClick={fold}
      >
        <PanelLeft size={18} className="rtl:-scale-x-100" />
        <span className="folded:hidden">{t`Collapse sidebar`}</span>
        <span className="sr-only hidden folded:inline">{t`Expand sidebar`}</span>
      </button>
    </div>
  )
}

/** The sidebar of a phone. */
export function SidebarSheet({ counts, open, onClose }: { counts: Counts; open: boolean; onClose: () => void }) {
  const { t } = useLingui()
  const { pathname, search } = usePlace()
  const place = `${pathname} ${search['view'] ?? ''}`
  const close = useEffectEvent(onClose)
  useEffect(() => close(), [place])
  return (
    <LazyOverlay
      open={open}
      onClose={onClose}
      title={t`Back office`}
      close={t`Close`}
      className={`${dialogClass} inset-y-0 inset-s-0 w-72 max-w-[85vw] overflow-y-auto rounded-none!`}
    >
      <Places counts={counts} />
    </LazyOverlay>
  )
}
