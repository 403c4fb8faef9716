import { Trans } from '@lingui/react/macro'
import { Note } from '../../ui/pieces.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { useNow } from '../../ui/use-now.ts'

/** What happens to a report, and by when. The time comes with the report, and a report that is over has none. */
export function NextSteps({ decideBy }: { decideBy: string | undefined }) {
  const formats = useFormats()
  const now = useNow()
  if (!decideBy) return null
  const when = formats.dayAndTime(decideBy)
  return (
    <Note>
      <b>
        <Trans>What happens next</Trans>
      </b>
      <br />
      {Date.parse(decideBy) > now ? (
        <Trans>
          Someone on our team will read your report. We aim to decide by {when} and will notify you of the outcome. If
          you disagree with it, you can appeal.
        </Trans>
      ) : (
        <Trans>
          This is taking longer than we aim for. Your report is still open, and we’ll notify you of the outcome.
        </Trans>
      )}
    </Note>
  )
}
