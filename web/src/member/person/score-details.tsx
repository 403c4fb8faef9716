import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { matching } from '../../api/member-client.ts'
import { linkClass } from '../../ui/classes.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { Reasons } from '../people/fit.tsx'

type Answer = Awaited<ReturnType<typeof matching.getCompatibility>>['data']

/** How the score came about, down to every answer that both let be known. */
export function ScoreDetails({ answer, name }: { answer: Answer; name: string }) {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  const { percent } = useFormats()
  const { theyMeet, youMeet } = answer
  const [theirs, yours] = [percent((theyMeet ?? 0) / 100), percent((youMeet ?? 0) / 100)]
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
              {name} matches {theirs} of what you’re looking for, weighted by what matters to you. You match {yours} of
              what they’re looking for.
            </Trans>
          </p>
        )}
        <Reasons reasons={answer.reasons} />
      </Dialog>
    </>
  )
}
