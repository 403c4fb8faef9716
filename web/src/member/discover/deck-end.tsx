import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { errorText } from '../../api/error-text.ts'
import type { matching } from '../../api/member-client.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNote } from '../../ui/pieces.tsx'
import { Loaded } from '../layout/loaded.tsx'
import { filterCostsQuery, useSaveFilters } from './use-filters.ts'

type Props = { busy: boolean; onFilter: () => void; onUndo: () => void; onAgain: () => void }
type Costs = Awaited<ReturnType<typeof matching.getFilterCosts>>['data']

export function DeckEnd(props: Props) {
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
