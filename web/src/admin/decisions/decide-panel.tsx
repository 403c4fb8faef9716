import type { AdminUser } from '@kindred/contract/moderation/administration'
import type { DecisionPreview } from '@kindred/contract/moderation/decisions'
import type { Report } from '@kindred/contract/moderation/report'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { errorText } from '../../api/error-text.ts'
import { readQuery } from '../../api/queries.ts'
import { backOffice } from '../../api/staff-client.ts'
import { rightToDecideOn, useMay } from '../../session/rights.ts'
import { useSession } from '../../session/store.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/pieces.tsx'
import { toast } from '../../ui/toast.tsx'
import { fullName } from '../dashboard/stats.ts'
import { useEvidenceFirst } from '../evidence/use-evidence.ts'
import { isOpen } from '../reports/marks.tsx'
import { expectOwnChange } from '../reports/own-changes.ts'
import { hasUnsentReply } from '../reports/use-interrupted-reply.ts'
import { useUnsentText } from '../reports/words.ts'
import { useClaimNext } from '../reports/use-claim-next.ts'
import { DecisionForm, useDecisionForm } from './decide-dialog.tsx'
import { DecisionRow } from './decisions-list.tsx'
import { DraftedFacts } from './drafted-facts.tsx'
import { useDecisionPreview, useDecisions } from './use-decisions.ts'
import { blank, inputOf, ofCategory } from './use-draft.ts'
import { violationOf } from './violation-of.ts'

type Props = { report: Report; about: string; onNext: (() => void) | undefined }

/**
 * The decision beside a report: the recommended one, ready to be applied, or the one that was made. It shows the next
 * report afterward.
 */
export default function DecidePanel({ report, about, onNext }: Props) {
  const { t } = useLingui()
  const may = useMay()
  const own = useSession((session) => session.user?._id)
  const user = useQuery({
    ...readQuery(['getUser', about], () => backOffice.getUser({ params: { id: about } })),
    select: ({ data }) => data.user,
  }).data
  const decisions = useDecisions(about).data?.decisions
  const made = decisions?.find(
    ({ reportId, state }) => reportId === report._id && (state === 'in_force' || state === 'waiting'),
  )
  const mayDecide = user && own !== about && may(rightToDecideOn(user))
  if (made)
    return (
      <section className="card grid overflow-hidden p-0" aria-label={t`Decision`}>
        <ul>
          <DecisionRow decision={made} />
        </ul>
        <Next onNext={onNext} />
      </section>
    )
  if (!isOpen(report) || (user && !mayDecide)) return null
  return (
    <section className="card grid gap-4" aria-label={t`Decision`}>
      {user && decisions ? (
        // After a change by a colleague, the form starts again with what is true now. Its entries stay.
        <Suggested key={user.version} report={report} user={user} />
      ) : (
        <Skeleton height="30rem" label={t`Loading preview…`} />
      )}
    </section>
  )
}

/** Loads what the strikes and the violation recommend before it shows the form, so that no choice changes by itself. */
function Suggested({ report, user }: { report: Report; user: AdminUser }) {
  const { t } = useLingui()
  const asked = inputOf({ ...blank, category: violationOf(report) }, report._id)
  const { data, isError } = useDecisionPreview(user._id, asked)
  if (isError) return null
  const loading = <Skeleton height="30rem" label={t`Loading preview…`} />
  return data ? (
    <DraftedFacts language={data.notice.language} report={report} violation={violationOf(report)} loading={loading}>
      {(facts) => <Form report={report} user={user} preview={data} facts={facts} />}
    </DraftedFacts>
  ) : (
    loading
  )
}

type FormProps = { report: Report; user: AdminUser; preview: DecisionPreview; facts: string }

function Form({ report, user, preview, facts }: FormProps) {
  const { t } = useLingui()
  const category = violationOf(report)
  const { kind, days } = preview.standing.recommended
  // The decision resolves the report.
  const onClose = () => expectOwnChange(report)
  const { isOpened, show, onRefused: seeAgain } = useEvidenceFirst(report)
  const onRefused = (error: unknown) => {
    seeAgain(error)
    toast({ text: errorText(error), bad: true })
  }
  const form = useDecisionForm(
    { user, reportId: report._id, start: {}, onClose, onRefused },
    {
      ...blank,
      ...ofCategory(category),
      kind: kind === 'deactivate' ? 'ban' : kind,
      days: days ?? blank.days,
      rule: preview.rule ?? blank.rule,
      facts,
    },
  )
  const unsentText = useUnsentText()
  const go = () => (hasUnsentReply(report._id) ? toast({ text: unsentText, bad: true }) : form.go())
  const isRequest = form.preview.data !== undefined && form.preview.data.needs !== 'none'
  const name = user.firstName || fullName(user, t`Unknown`)
  // The reporter learns the outcome. A report by a rule has none.
  const reporter = report.byRule || !report.user._id ? '' : (report.user.name.split(' ')[0] ?? '')
  const verbs = reporter
    ? {
        warn: t`Warn ${name} and tell ${reporter}`,
        hide: t`Remove content and tell ${reporter}`,
        limit: t`Restrict ${name} and tell ${reporter}`,
        suspend: t`Suspend ${name} and tell ${reporter}`,
        ban: t`Ban ${name} and tell ${reporter}`,
      }
    : {
        warn: t`Warn ${name}`,
        hide: t`Remove content`,
        limit: t`Restrict ${name}`,
        suspend: t`Suspend ${name}`,
        ban: t`Ban ${name}`,
      }
  const request = form.draft.kind === 'ban' ? t`Request ban of ${name}` : t`Request approval`
  return (
    <>
      <h2>{t`Decision`}</h2>
      <DecisionForm form={form} />
      <div className="sticky -bottom-1 -mx-5 -mb-5 grid rounded-b-[inherit] border-t border-line bg-surface px-5 py-3">
        {isOpened ? (
          <Button
            tone={form.draft.kind === 'warn' ? 'primary' : 'danger-solid'}
            className="min-w-0"
            busy={form.busy}
            onClick={go}
          >
            <span className="truncate">{isRequest ? request : verbs[form.draft.kind]}</span>
          </Button>
        ) : (
          <Button className="min-w-0" busy={show.isPending} onClick={() => show.mutate()}>
            <span className="truncate">{t`Look at the evidence first`}</span>
          </Button>
        )}
      </div>
    </>
  )
}

function Next({ onNext }: Pick<Props, 'onNext'>) {
  const { t } = useLingui()
  const { busy, claim } = useClaimNext()
  return (
    <Button
      className="m-4 mt-0"
      busy={busy}
      onClick={() => (onNext ? onNext() : void claim())}
    >{t`Next report`}</Button>
  )
}
