import { useLingui } from '@lingui/react/macro'
import { toast } from '../../ui/toast.tsx'

type Outcome = 'same_person' | 'fake' | 'dismissed' | 'open'

const UNDO_FOR = 60_000

/** Says what was decided about a finding, and offers to undo it. */
export function useDecisionToast(): (outcome: Outcome, undo: () => void) => void {
  const { t } = useLingui()
  const texts: Record<Outcome, string> = {
    same_person: t`Marked as the same person.`,
    fake: t`Marked as fake.`,
    dismissed: t`Dismissed.`,
    open: t`Undone.`,
  }
  return (outcome, undo) =>
    toast({
      text: texts[outcome],
      ...(outcome === 'open' ? {} : { undo: { label: t`Undo`, run: undo }, lasts: UNDO_FOR }),
    })
}
