import type { AdminUser } from '@kindred/contract/moderation/administration'
import type { Decision } from '@kindred/contract/moderation/decisions'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { errorText } from '../../api/error-text.ts'
import { useFormDraft } from '../../session/use-form-draft.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorNote, Spinner } from '../../ui/pieces.tsx'
import { toast } from '../../ui/toast.tsx'
import { Unsaved } from '../../ui/unsaved.tsx'
import { useApprovalText } from '../approvals/use-waiting-text.ts'
import { fullName } from '../dashboard/stats.ts'
import { useEvidenceFirst } from '../evidence/use-evidence.ts'
import { reportQuery } from '../reports/report-query.ts'
import { DecisionFields } from './decision-fields.tsx'
import { Preview } from './preview.tsx'
import { violationOf } from './violation-of.ts'
import { useDecide, useDecisionPreview, useEndDecision } from './use-decisions.ts'
import { blank, type Draft, inputOf, ofCategory } from './use-draft.ts'

function useOutcomeText() {
  const { t } = useLingui()
  const approvalText = useApprovalText()
  return ({ kind, state }: Decision, name: string): string =>
    state === 'waiting'
      ? approvalText
      : {
          warn: t`${name} gets a warning.`,
          hide: t`The content is removed from ${name}’s profile.`,
          limit: t`${name}’s account is restricted.`,
          suspend: t`${name} is suspended.`,
          deactivate: t`${name} is deactivated.`,
          ban: t`${name} is banned.`,
        }[kind]
}

const FraudReaders = lazy(() => import('./fraud-readers.tsx'))

export type DecideProps = {
  user: AdminUser
  reportId?: string
  pictures?: readonly string[]
  start?: Partial<Draft>
  onClose: () => void
  onRefused?: (error: unknown) => void
}

const UNDO_FOR = 60_000
const FEWEST = 10

function useDeciding({ user, onClose }: DecideProps) {
  const { t } = useLingui()
  const outcomeText = useOutcomeText()
  // The version that was visible when the dialog opened, so that no decision made in the meantime is overlooked.
  const [seen] = useState(user)
  const decide = useDecide(seen)
  const end = useEndDecision()
  const undo = (decision: Decision) =>
    void end.mutateAsync({ decision }).then(
      () => toast({ text: t`Undone.` }),
      (error: unknown) => toast({ text: errorText(error), bad: true }),
    )
  const onSuccess = ({ data: { decision } }: { data: { decision: Decision } }) => {
    const text = outcomeText(decision, fullName(user, t`Unknown`))
    toast({
      text,
      ...(decision.undoUntil === null ? {} : { undo: { label: t`Undo`, run: () => undo(decision) }, lasts: UNDO_FOR }),
    })
    onClose()
  }
  return { decide, onSuccess }
}

/** A decision that is being entered, in a dialog or beside a report. */
export function useDecisionForm(props: DecideProps, saved: Draft) {
  const { user, reportId, pictures = [], onClose } = props
  const { t } = useLingui()
  const entered = useFormDraft(`decide.${user._id}.${reportId}.${JSON.stringify(props.start)}`, saved)
  // A photo in the draft may have been removed.
  const draft = { ...entered.value, pictures: entered.value.pictures.filter((id) => pictures.includes(id)) }
  const [missing, setMissing] = useState<string>()
  const { decide, onSuccess } = useDeciding({ ...props, onClose: entered.forgetAnd(onClose) })
  const input = inputOf(draft, reportId)
  // Once the decision is made, the server would refuse to preview it.
  const preview = useDecisionPreview(user._id, decide.isPending || decide.isSuccess ? undefined : input)
  const go = () => {
    const problem = !input
      ? t`Choose what to remove.`
      : input.facts.length < FEWEST
        ? t`Describe the facts in at least 10 characters.`
        : undefined
    setMissing(problem)
    if (input && !problem) void decide.mutateAsync(input).then(onSuccess, (error: unknown) => props.onRefused?.(error))
  }
  const problem = missing ?? (decide.isError && errorText(decide.error))
  return { user, pictures, entered, draft, input, preview, problem, busy: decide.isPending, go }
}

export function DecisionForm({ form }: { form: ReturnType<typeof useDecisionForm> }) {
  const { t } = useLingui()
  const { user, pictures, entered, draft, input, preview, problem } = form
  return (
    <>
      <Unsaved of={entered} />
      <ErrorNote>{problem}</ErrorNote>
      <ErrorNote>{preview.isError && errorText(preview.error)}</ErrorNote>
      {input && (
        // First, where no button covers it, and as tall as most previews, so that the fields don't move when one arrives.
        <div className="grid min-h-44 content-start">
          {preview.isFetching && !preview.data && <Spinner label={t`Loading preview…`} />}
          {preview.data && <Preview preview={preview.data} />}
        </div>
      )}
      <DecisionFields
        draft={draft}
        change={entered.change}
        pictures={pictures}
        hasPremium={user.isVIP}
        language={preview.data?.notice.language}
      />
      {draft.kind === 'ban' && draft.fraud && (
        <Suspense>
          <FraudReaders userId={user._id} />
        </Suspense>
      )}
    </>
  )
}

export function DecideDialog(props: DecideProps) {
  const { user, reportId, onClose } = props
  const { t } = useLingui()
  // The report's page has already loaded it.
  const report = useQuery({ ...reportQuery(reportId ?? ''), enabled: reportId !== undefined, staleTime: Infinity }).data
  const category = report && ofCategory(violationOf(report.data.report))
  const { isOpened, show, onRefused } = useEvidenceFirst(report?.data.report)
  const form = useDecisionForm({ ...props, onRefused }, { ...blank, ...category, ...props.start })
  const name = fullName(user, t`Unknown`)
  return (
    <Dialog
      onClose={onClose}
      title={t`Take action on ${name}`}
      onCancel={form.entered.forgetAnd(onClose)}
      go={isOpened ? t`Apply` : t`Look at the evidence first`}
      onGo={isOpened ? form.go : () => show.mutate()}
      tone={form.draft.kind === 'warn' || !isOpened ? 'primary' : 'danger-solid'}
      busy={form.busy || show.isPending}
    >
      <DecisionForm form={form} />
    </Dialog>
  )
}
