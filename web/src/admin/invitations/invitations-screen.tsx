import { MOST_USES, type StaffInvitation } from '@kindred/contract/identity/invitations'
import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { admissions } from '../../api/admission-client.ts'
import { invitationLink } from '../../api/invitation-link.ts'
import { errorText } from '../../api/error-text.ts'
import { CallFailed } from '../../api/failure.ts'
import { reload } from '../../api/queries.ts'
import { usePage, useSettings } from '../../api/settings.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { TextField } from '../../ui/field.tsx'
import { Badge, ErrorNote, Spinner } from '../../ui/pieces.tsx'
import { Table } from '../../ui/table.tsx'
import { Tick } from '../../ui/tick.tsx'
import { toast } from '../../ui/toast.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { LoadOlder, pagesQuery } from '../load-older.tsx'
import { ListProblem } from '../list-problem.tsx'

/** The team's own invitation codes. */
export default function InvitationsScreen() {
  const { t } = useLingui()
  usePage(t`Invitations`)
  const query = useInfiniteQuery(
    pagesQuery(['listInvitations'], (before) => admissions.listInvitations({ query: { before } })),
  )
  const all = query.data?.pages.flatMap(({ data }) => data.invitations) ?? []
  return (
    <>
      <h1>{t`Invitations`}</h1>
      <p className="text-ink-2">
        <Trans>Codes of the team. Each lets as many people join as you choose, by its link or by typing it.</Trans>
      </p>
      <NewInvitation />
      <ListProblem query={query} />
      <section className="card overflow-hidden p-0" aria-label={t`Invitations`}>
        {query.isPending && <Spinner label={t`Loading invitations…`} />}
        {query.isSuccess &&
          (all.length === 0 ? (
            <EmptyState title={t`No invitations yet`}>{t`Create one above, then share its link.`}</EmptyState>
          ) : (
            <Codes all={all} />
          ))}
        <LoadOlder query={query}>{t`Older invitations`}</LoadOlder>
      </section>
    </>
  )
}

const nothing = { limit: '1', until: '', note: '', applies: false }

function NewInvitation() {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const { admission } = useSettings()
  const [value, setValue] = useState(nothing)
  const change = (part: Partial<typeof nothing>) => setValue((before) => ({ ...before, ...part }))
  const { limit, until, note, applies } = value
  const create = useMutation({
    mutationFn: () =>
      admissions.createInvitation({
        body: {
          limit: Number(limit),
          applies,
          ...(note.trim() ? { note: note.trim() } : {}),
          // The code works to the end of that day, where it was chosen.
          ...(until ? { expiresAt: new Date(`${until}T23:59:59`).toISOString() } : {}),
        },
      }),
    onSuccess: () => {
      setValue(nothing)
      toast({ text: t`The invitation is ready. Copy its link below.` })
      return reload(queryClient, 'listInvitations', 'listAudit')
    },
  })
  const problems = create.error instanceof CallFailed ? create.error.problems : []
  const problem = (path: string) => problems.find((each) => each.path === path)?.msg
  const submit = (event: FormEvent) => {
    event.preventDefault()
    create.mutate()
  }
  return (
    <form className="card grid gap-4" aria-label={t`New invitation`} onSubmit={submit}>
      <h2>{t`New invitation`}</h2>
      <ErrorNote>{create.isError && problems.length === 0 && errorText(create.error)}</ErrorNote>
      <div className="grid items-start gap-4 sm:grid-cols-2 xl:grid-cols-[10rem_12rem_minmax(0,1fr)]">
        <TextField
          label={t`People`}
          type="number"
          required
          min={1}
          max={MOST_USES}
          value={limit}
          error={problem('limit')}
          onChange={({ target }) => change({ limit: target.value })}
        />
        <TextField
          label={t`Last day`}
          optional={t`(optional)`}
          type="date"
          value={until}
          error={problem('expiresAt')}
          onChange={({ target }) => change({ until: target.value })}
        />
        <TextField
          label={t`Note for the team`}
          optional={t`(optional)`}
          maxLength={200}
          value={note}
          error={problem('note')}
          onChange={({ target }) => change({ note: target.value })}
        />
      </div>
      {admission?.application && (
        <Tick
          label={t`People with this code still have to apply`}
          checked={applies}
          onChange={({ target }) => change({ applies: target.checked })}
        />
      )}
      <Button type="submit" className="justify-self-start" busy={create.isPending}>{t`Create invitation`}</Button>
    </form>
  )
}

function Codes({ all }: { all: readonly StaffInvitation[] }) {
  const { t, i18n } = useLingui()
  const formats = useFormats()
  return (
    <Table
      caption={t`Invitations`}
      rows={all}
      keyOf={({ _id }) => _id}
      columns={[
        {
          head: t({ message: 'Code', context: 'invitation' }),
          cell: (each) => (
            <span className="grid gap-0.5">
              <span className="flex flex-wrap items-center gap-2">
                <bdi className="whitespace-nowrap font-medium tabular-nums">{each.code}</bdi>
                <State of={each} />
                {each.applies && <Badge tone="line">{t`Must apply`}</Badge>}
              </span>
              {each.note && (
                <span className="text-caption text-muted wrap-anywhere" dir="auto">
                  {each.note}
                </span>
              )}
            </span>
          ),
        },
        {
          head: t({ message: 'Used', context: 'invitation' }),
          end: true,
          cell: ({ used, limit }) => t`${i18n.number(used)} of ${i18n.number(limit)}`,
        },
        {
          head: t`Last day`,
          cell: ({ expiresAt }) => (
            <span className="whitespace-nowrap">{expiresAt ? formats.day(expiresAt) : '–'}</span>
          ),
        },
        {
          head: t`Created`,
          cell: ({ createdAt, createdBy }) => (
            <span dir="auto">{formats.series(createdBy, formats.day(createdAt))}</span>
          ),
        },
        { head: t`Actions`, acts: true, cell: (each) => <Actions of={each} /> },
      ]}
    />
  )
}

/** True while the code lets someone else join. */
const isOpen = ({ revokedAt, expiresAt, used, limit }: StaffInvitation): boolean =>
  revokedAt === null && used < limit && (expiresAt === null || new Date(expiresAt) > new Date())

function State({ of: each }: { of: StaffInvitation }) {
  const { t } = useLingui()
  if (isOpen(each)) return null
  if (each.revokedAt) return <Badge>{t({ message: 'Ended', context: 'invitation' })}</Badge>
  return each.used >= each.limit ? <Badge>{t`Used up`}</Badge> : <Badge>{t`Expired`}</Badge>
}

function Actions({ of: each }: { of: StaffInvitation }) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const { code } = each
  const end = useMutation({
    mutationFn: () => admissions.revokeInvitation({ params: { id: each._id } }),
    onSuccess: () => toast({ text: t`The invitation has ended. People who used it stay.` }),
    onError: (error) => toast({ text: errorText(error), bad: true }),
    onSettled: () => reload(queryClient, 'listInvitations', 'listAudit'),
  })
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(invitationLink(code))
      toast({ text: t`Link copied` })
    } catch {
      toast({ text: t`We couldn’t copy the link. Select it and copy it yourself.`, bad: true })
    }
  }
  if (!isOpen(each)) return null
  return (
    <span className="flex flex-wrap justify-end gap-2">
      <Button tone="quiet" size="sm" aria-label={t`Copy the link of ${code}`} onClick={() => void copy()}>
        {t`Copy link`}
      </Button>
      <Button tone="danger" size="sm" busy={end.isPending} aria-label={t`End ${code}`} onClick={() => end.mutate()}>
        {t({ message: 'End', context: 'invitation' })}
      </Button>
    </span>
  )
}
