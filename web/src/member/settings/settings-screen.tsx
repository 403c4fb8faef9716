import { Trans, useLingui } from '@lingui/react/macro'
import { ChevronLeft, ChevronRight, LogOut } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { errorText } from '../../api/error-text.ts'
import { usePage } from '../../api/settings.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { usePlace } from '../../router/place.ts'
import { logout } from '../../session/actions.ts'
import { useSession } from '../../session/store.ts'
import { Button } from '../../ui/button.tsx'
import { QueryProblem } from '../../ui/problem.tsx'
import { MemberFrame } from '../layout/member-frame.tsx'
import { LeavePanel } from './leave-panel.tsx'
import { type LinkRow, useOwnPages, usePublicPages } from './links.tsx'
import { type SettingsGroup, type SettingsRow, useSettingsGroups } from './rows.tsx'

/** All settings with their current values. Each opens at its own URL, after the `#`. */
export default function SettingsScreen() {
  const { t } = useLingui()
  const groups = useSettingsGroups()
  const { href } = usePlace()
  const wanted = new URL(href, location.origin).hash.slice(1)
  const row = groups.flatMap(({ rows }) => rows).find(({ id }) => id === wanted)
  usePage(row ? row.name : t`Settings`)
  useFocus(row?.id)
  // On desktops, the profile is always one click away.
  return (
    <MemberFrame {...(!row && { back: paths.profile })}>
      {row ? <Opened row={row} /> : <Index groups={groups} />}
    </MemberFrame>
  )
}

/** A panel opens scrolled to its top, with the focus on its title. Back in the list, the focus returns. */
function useFocus(id: string | undefined) {
  const before = useRef(id)
  useEffect(() => {
    if (id) window.scrollTo(0, 0)
    if (before.current === id) return
    document.getElementById(id ? `${id}-title` : `row-${before.current ?? ''}`)?.focus()
    before.current = id
  }, [id])
}

const backClass = 'inline-flex min-h-11 items-center gap-1 justify-self-start pe-3 font-medium text-ink-2 no-underline'

const Opened = ({ row: { Panel } }: { row: SettingsRow }) => (
  <div className="grid gap-3">
    <h1 className="sr-only">
      <Trans>Settings</Trans>
    </h1>
    <Link className={backClass} to={paths.settings} aria-current={undefined}>
      <ChevronLeft size={20} />
      <Trans>All settings</Trans>
    </Link>
    <Panel />
  </div>
)

function Index({ groups }: { groups: readonly SettingsGroup[] }) {
  const { t } = useLingui()
  const isRestricted = useSession(({ user }) => user?.isActive === false)
  const [own, around] = [useOwnPages(), usePublicPages()]
  const failed = groups.flatMap(({ rows }) => rows).find(({ needs }) => needs?.isError)?.needs
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <h1>{t`Settings`}</h1>
      {failed && <QueryProblem query={failed} text={errorText(failed.error)} />}
      {isRestricted && <LeavePanel />}
      <Group title={t`Your account`}>
        {own.map((row) => (
          <PageRow key={row.name} row={row} />
        ))}
      </Group>
      {groups.map(({ title, rows }) => (
        <Group key={title} title={title}>
          {rows.map((row) => (
            <Row key={row.id} row={row} />
          ))}
        </Group>
      ))}
      {around.map(({ title, rows }) => (
        <Group key={title} title={title}>
          {rows.map((row) => (
            <PageRow key={row.name} row={row} />
          ))}
        </Group>
      ))}
      {/* On desktops, the navigation has this button on every page. */}
      <Button tone="quiet" className="desk:hidden" onClick={() => logout()}>
        <LogOut className="icon" />
        <Trans>Sign out</Trans>
      </Button>
    </div>
  )
}

const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="grid grid-cols-[minmax(0,1fr)] gap-2" aria-label={title}>
    <h2 className="text-body!">{title}</h2>
    <ul className="card grid grid-cols-[minmax(0,1fr)] p-2!">{children}</ul>
  </section>
)

function PageRow({ row: { name, Icon, ...row } }: { row: LinkRow }) {
  const content = (
    <>
      <Icon className="icon text-ink-2" />
      <span className="min-w-0 flex-1">{name}</span>
      <ChevronRight className="icon flex-none text-muted" />
    </>
  )
  return (
    <li>
      {'to' in row ? (
        <Link className={rowClass} to={row.to}>
          {content}
        </Link>
      ) : (
        <a className={rowClass} href={row.href}>
          {content}
        </a>
      )}
    </li>
  )
}

const rowClass = 'flex min-h-13 items-center gap-3 rounded-md px-3 py-2 text-ink no-underline hover:bg-sunken'

const Row = ({ row: { id, name, Icon, state } }: { row: SettingsRow }) => (
  <li>
    <Link id={`row-${id}`} className={rowClass} to={paths.settings} hash={id} aria-current={undefined}>
      <Icon className="icon text-ink-2" />
      <span className="flex min-w-0 flex-1 items-center gap-x-3 phone:flex-col phone:items-start">
        <span className="min-w-0 desk:flex-1">{name}</span>
        {/* Reserves the line until the text has loaded. */}
        {state !== '' && (
          <span className="min-h-5 max-w-full truncate text-small text-muted desk:max-w-[55%]" title={state} dir="auto">
            {state}
          </span>
        )}
      </span>
      <ChevronRight className="icon flex-none text-muted" />
    </Link>
  </li>
)
