import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { errorText } from '../../api/error-text.ts'
import type { matching } from '../../api/member-client.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNote } from '../../ui/pieces.tsx'
import { isSameDay } from '../../ui/relative-time.ts'
import { useNow } from '../../ui/use-now.ts'
import { Loaded } from '../layout/loaded.tsx'
import { filterCostsQuery, useSaveFilters } from './use-filters.ts'

type Props = { busy: boolean; onFilter: () => void; onUndo: () => void; onAgain: () => void }
type Handful = { nextAt: string }
type Costs = Awaited<ReturnType<typeof matching.getFilterCosts>>['data']

export default function DeckEnd({ handful, ...props }: Props & { handful: Handful | undefined }) {
  return handful ? <AllForToday {...props} {...handful} /> : <EndOfRound {...props} />
}

/** Once it’s over, the next people of quiet mode come by themselves. */
function AllForToday({ nextAt, onUndo, onAgain }: Props & Handful) {
  const { t } = useLingui()
  const again = useEffectEvent(onAgain)
  useEffect(() => {
    const timer = setTimeout(() => again(), Math.max(0, Date.parse(nextAt) - Date.now()))
    return () => clearTimeout(timer)
  }, [nextAt])
  return (
    <EmptyState
      title={t`That’s everyone for today`}
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <Link className={buttonClass('quiet')} to={paths.matches}>{t`Matches`}</Link>
          <Link className={buttonClass('quiet')} to={paths.settings} hash="quiet-mode">{t`Quiet mode`}</Link>
          <UndoButton onUndo={onUndo} />
        </div>
      }
    >
      <NextPeople at={Date.parse(nextAt)} />
    </EmptyState>
  )
}

function NextPeople({ at }: { at: number }) {
  const { t, i18n } = useLingui()
  const now = useNow()
  const time = i18n.date(new Date(at), { timeStyle: 'short' })
  if (isSameDay(at, now)) return t`You’ll see new people today at ${time}.`
  if (isSameDay(at, now + 86_400_000)) return t`You’ll see new people tomorrow at ${time}.`
  const day = i18n.date(new Date(at), { weekday: 'long' })
  return t`You’ll see new people on ${day} at ${time}.`
}

function EndOfRound(props: Props) {
  const query = useQuery(filterCostsQuery)
  const again = () => {
    props.onAgain()
    void query.refetch()
  }
  return (
    <Loaded query={query}>
      {({ data: { fitting, withoutFilters } }) =>
        withoutFilters ? (
          <AllHidden {...props} hidden={withoutFilters} />
        ) : fitting > 0 ? (
          <MoreThere {...props} fitting={fitting} onAgain={again} />
        ) : (
          <NobodyNew {...props} onAgain={again} />
        )
      }
    </Loaded>
  )
}

const UndoButton = ({ onUndo }: Pick<Props, 'onUndo'>) => (
  <Button tone="ghost" onClick={onUndo}>
    <Trans>Undo</Trans>
  </Button>
)

type Hidden = NonNullable<Costs['withoutFilters']>

function AllHidden({ hidden, onFilter, onUndo }: Props & { hidden: Hidden }) {
  const { t } = useLingui()
  const save = useSaveFilters()
  return (
    <EmptyState
      title={t`Your filters hide everyone`}
      action={
        <div className="grid justify-items-center gap-3">
          <ErrorNote>{save.isError && errorText(save.error)}</ErrorNote>
          <Button busy={save.isPending} onClick={() => save.mutate(hidden.change)}>
            <Plural value={hidden.people} one="Show # person" other="Show # people" />
          </Button>
          <div className="flex flex-wrap justify-center gap-2">
            <Button tone="quiet" onClick={onFilter}>{t`Change filters`}</Button>
            <UndoButton onUndo={onUndo} />
          </div>
        </div>
      }
    >
      <Plural
        value={hidden.people}
        one="Without your filters for age, distance and more, # person is a mutual fit."
        other="Without your filters for age, distance and more, # people are a mutual fit."
      />
    </EmptyState>
  )
}

function MoreThere({ fitting, busy, onAgain, onUndo }: Props & { fitting: number }) {
  const { t } = useLingui()
  return (
    <EmptyState
      title={t`There are more people to meet`}
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <Button busy={busy} onClick={onAgain}>
            <Plural value={fitting} one="Show # person" other="Show # people" />
          </Button>
          <UndoButton onUndo={onUndo} />
        </div>
      }
    >
      {t`You’ve reached the end of this round.`}
    </EmptyState>
  )
}

function NobodyNew({ busy, onFilter, onUndo, onAgain }: Props) {
  const { t } = useLingui()
  return (
    <EmptyState
      title={t`That’s everyone for now`}
      action={
        <div className="grid justify-items-center gap-3">
          <Link className={buttonClass()} to={paths.questions}>{t`Answer a question`}</Link>
          <div className="flex flex-wrap justify-center gap-2">
            <Button tone="quiet" onClick={onFilter}>{t`Filters`}</Button>
            <Button tone="quiet" busy={busy} onClick={onAgain}>{t`Look again`}</Button>
            <UndoButton onUndo={onUndo} />
          </div>
        </div>
      }
    >
      {t`No one new is a mutual fit right now. New people join every day, so check back soon.`}
    </EmptyState>
  )
}
