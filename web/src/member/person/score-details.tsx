import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { matching } from '../../api/member-client.ts'
import { linkClass } from '../../ui/classes.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Reasons } from '../people/fit.tsx'

type Answer = Awaited<ReturnType<typeof matching.getCompatibility>>['data']

/** How the score came about, down to every answer that both let be known. */
export function ScoreDetails({ answer, name }: { answer: Answer; name: string }) {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  const { theyMeet, youMeet } = answer
  return (
    <>
      <button type="button" className={linkClass} onClick={() => setOpen(true)}>
        <Trans>How this score works</Trans>
      </button>
      <Dialog side open={open} onOpenChange={setOpen} title={t`How this score works`} close={t`Close`}>
        <p>{answer.explanation}</p>
        {theyMeet !== null && (
          <p>
            <Trans>
              {name} matches {theyMeet}% of what you’re looking for, weighted by what matters to you. You match{' '}
              {youMeet}% of what they’re looking for.
            </Trans>
          </p>
        )}
        <Reasons reasons={answer.reasons} />
      </Dialog>
    </>
  )
}
