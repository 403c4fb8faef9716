import { type Admission, FEWEST_FITTING, MOST_FITTING, USUAL_FITTING } from '@kindred/contract/identity/admission'
import { callsOf } from '@kindred/contract/calls'
import { type Region, waitingList as routes } from '@kindred/contract/identity/waiting-list'
import { genderGroups } from '@kindred/contract/profiles/users'
import { useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../api/error-text.ts'
import { readQuery, reload } from '../../api/queries.ts'
import { send } from '../../api/send.ts'
import { useSettings } from '../../api/settings.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Badge, Note, Spinner } from '../../ui/pieces.tsx'
import { Switch } from '../../ui/tick.tsx'
import { toast } from '../../ui/toast.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { ListProblem } from '../list-problem.tsx'
import { useGroupName } from '../state-words.ts'
import { NumberField } from './number-field.tsx'
import type { Editing } from './use-configuration.ts'

const calls = callsOf(routes, send)

type Props = Pick<Editing, 'draft' | 'problem'> & { onChange: (waitingList: Admission['waitingList']) => void }

/** The waiting list by region, and its regions once it's saved. */
export function WaitingList({ draft, problem, onChange }: Props) {
  const { t } = useLingui()
  const { admission } = useSettings()
  const waitingList = draft.admission?.waitingList
  return (
    <>
      <section className="card grid gap-4">
        <h2>{t`Waiting list by region`}</h2>
        <Switch
          label={t`People wait until enough others fit`}
          hint={t`Once people meet all other requirements, they wait in the region of the nearest large city. A region opens when everyone let in would have enough people who fit. After that, those who’ve waited longest are let in first.`}
          checked={waitingList !== undefined}
          onChange={({ target }) => onChange(target.checked ? { least: USUAL_FITTING } : undefined)}
        />
        {waitingList && (
          <>
            <NumberField
              label={t`People who fit`}
              hint={t`From ${FEWEST_FITTING} to ${MOST_FITTING}. Two people fit if each would be shown to the other, by gender, age, distance and dealbreakers. After opening, more than half of the people on each side keep at least this many.`}
              min={FEWEST_FITTING}
              max={MOST_FITTING}
              value={waitingList.least}
              error={problem('admission.waitingList.least')}
              onChange={(least) => onChange({ least })}
            />
            <Note tone="warning">
              {t`In many places, it may be unlawful to let people in, or keep them out, by their gender. That’s why this list doesn’t count genders: it goes by the number of people who fit, for everyone alike. People see true numbers, and nothing they could pay for changes their place.`}
            </Note>
          </>
        )}
      </section>
      {admission?.waitingList && <Regions />}
    </>
  )
}

function Regions() {
  const { t } = useLingui()
  const query = useQuery({
    ...readQuery(['listRegions'], calls.listRegions),
    select: ({ data }) => data.regions,
  })
  const regions = query.data ?? []
  return (
    <section className="card grid gap-4">
      <div className="grid gap-1">
        <h2>{t`Regions`}</h2>
        <p className="text-muted">{t`Counted every hour. Counts of people who fit stop at the number needed.`}</p>
      </div>
      <ListProblem query={query} />
      {query.isPending && <Spinner label={t`Loading regions…`} />}
      {query.isSuccess &&
        (regions.length === 0 ? (
          <EmptyState title={t`No regions yet`}>{t`A region appears here once someone waits in it.`}</EmptyState>
        ) : (
          <RegionList regions={regions} />
        ))}
    </section>
  )
}

function RegionList({ regions }: { regions: readonly Region[] }) {
  const { t } = useLingui()
  return (
    <ul>
      {regions.map((each) => (
        <li
          key={each._id}
          className="grid items-center justify-items-start gap-2 border-t border-line py-3 first:border-t-0 first:pt-0 last:pb-0 desk:flex"
        >
          <OneRegion region={each} name={each.name ?? t`Away from large cities`} />
        </li>
      ))}
    </ul>
  )
}

type One = { region: Region; name: string }

function OneRegion({ region, name }: One) {
  const { t, i18n } = useLingui()
  const formats = useFormats()
  const groupName = useGroupName()
  const { byTeam, openedAt, waiting, members, sides } = region
  const medians = genderGroups.flatMap((group) => {
    const side = sides.find((each) => each.group === group)
    return side ? [t`${groupName(group)}: ${i18n.number(side.median)}`] : []
  })
  return (
    <>
      <div className="grid min-w-0 flex-1 gap-1">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-medium" dir="auto">
            {name}
          </span>
          {byTeam && <Badge tone="warning">{t`Open to everyone`}</Badge>}
          {!openedAt && <Badge tone="line">{t`Not open yet`}</Badge>}
        </p>
        <dl className="flex flex-wrap gap-x-4 text-small">
          <Figure name={t`Waiting`}>{i18n.number(waiting)}</Figure>
          <Figure name={t`Members`}>{i18n.number(members)}</Figure>
          {openedAt && <Figure name={t`Open since`}>{formats.day(openedAt)}</Figure>}
          {medians.length > 0 && <Figure name={t`Median of people who fit`}>{formats.series(...medians)}</Figure>}
        </dl>
      </div>
      <Actions region={region} name={name} />
    </>
  )
}

const Figure = ({ name, children }: { name: string; children: string }) => (
  <div className="flex flex-wrap gap-x-1.5">
    <dt className="text-muted">{name}</dt>
    <dd className="m-0 tabular-nums">{children}</dd>
  </div>
)

function Actions({ region: { _id, byTeam }, name }: One) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const [isAsked, setAsked] = useState(false)
  const change = useMutation({
    mutationFn: (open: boolean) => calls.openRegion({ body: { region: _id, open } }),
    onSuccess: (_, open) => {
      setAsked(false)
      toast({ text: open ? t`People are being let in.` : t`Waiting list resumed.` })
    },
    onError: (error) => toast({ text: errorText(error), bad: true }),
    onSettled: () => reload(queryClient, 'listRegions', 'listAudit'),
  })
  return (
    <>
      {byTeam ? (
        <Button
          tone="quiet"
          size="sm"
          busy={change.isPending}
          aria-label={t`Resume waiting list in ${name}`}
          onClick={() => change.mutate(false)}
        >
          {t`Resume waiting list`}
        </Button>
      ) : (
        <Button tone="quiet" size="sm" aria-label={t`Let everyone in: ${name}`} onClick={() => setAsked(true)}>
          {t`Let everyone in…`}
        </Button>
      )}
      <Dialog
        open={isAsked}
        title={t`Let in everyone who waits in ${name}?`}
        go={t`Let everyone in`}
        cancel={t`Cancel`}
        tone="primary"
        busy={change.isPending}
        onGo={() => change.mutate(true)}
        onClose={() => setAsked(false)}
      >
        <p>{t`Everyone waiting there now or later is let in, even if hardly anyone fits them. We’ll email each of them. They stay in even if you resume the waiting list.`}</p>
      </Dialog>
    </>
  )
}
