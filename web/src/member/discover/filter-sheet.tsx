import { OLDEST, YOUNGEST } from '@kindred/contract/profiles/users'
import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { TrendingUp } from 'lucide-react'
import { errorText } from '../../api/error-text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorNote, Note, Skeleton } from '../../ui/pieces.tsx'
import { useDistance } from '../people/words.ts'
import { type Change, Filters } from './filters.tsx'
import { useFilters } from './use-filters.ts'

/** The change that clears all filters except the genders to meet. */
const WITHOUT: Change = { ageMin: YOUNGEST, ageMax: OLDEST, distance: null, dealbreakers: {} }

export default function FilterSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useLingui()
  const { wanted, notice, costs, save } = useFilters(open)
  const suggestion = costs?.suggestion
  const fitting = costs?.fitting ?? 0
  return (
    <Dialog
      side
      open={open}
      onClose={onClose}
      title={t`Filters`}
      footer={
        <>
          <Button tone="ghost" onClick={() => save.mutate(WITHOUT)}>{t`Reset`}</Button>
          <Button className="min-w-0 flex-1" onClick={onClose}>
            {fitting > 0 ? <Plural value={fitting} one="Show # person" other="Show # people" /> : t`Done`}
          </Button>
        </>
      }
    >
      <p className="text-small text-muted">
        {costs && fitting === 0
          ? t`No one fits all of these filters right now.`
          : t`We only count people who could see you, too.`}
      </p>
      {notice && <Note tone={notice.kind === 'unseen' ? 'warning' : 'info'}>{notice.text}</Note>}
      <ErrorNote>{save.isError && errorText(save.error)}</ErrorNote>
      {suggestion && (
        <Suggestion
          suggestion={suggestion}
          busy={save.isPending && save.variables === suggestion.change}
          onWiden={() => save.mutate(suggestion.change)}
        />
      )}
      {wanted ? (
        <Filters wanted={wanted} costs={costs?.filters ?? []} onChange={(change) => save.mutate(change)} />
      ) : (
        <Skeleton height="12rem" label={t`Loading`} />
      )}
    </Dialog>
  )
}

type SuggestionProps = { suggestion: { gains: number; change: Change }; busy: boolean; onWiden: () => void }

const Suggestion = ({ suggestion, busy, onWiden }: SuggestionProps) => (
  <p className="mb-4 flex items-center gap-3 rounded-lg bg-positive-soft px-4 py-3 text-small text-positive-soft-ink">
    <TrendingUp className="icon" />
    <span>
      <b>
        <Gain {...suggestion} />
      </b>
      <br />
      <Trans>The smallest change with the biggest effect.</Trans>
    </span>
    <Button size="sm" className="ms-auto" busy={busy} onClick={onWiden}>
      <Trans>Widen</Trans>
    </Button>
  </p>
)

function Gain({ gains, change: { distance, ageMin, ageMax } }: { gains: number; change: Change }) {
  const { t } = useLingui()
  const far = useDistance()
  const within = distance ? far(distance) : undefined
  if (within) return t`Searching up to ${within} away adds ${plural(gains, { one: '# person', other: '# people' })}.`
  if (ageMax)
    return t`Raising the maximum age to ${ageMax} adds ${plural(gains, { one: '# person', other: '# people' })}.`
  const youngest = ageMin ?? YOUNGEST
  return t`Lowering the minimum age to ${youngest} adds ${plural(gains, { one: '# person', other: '# people' })}.`
}
