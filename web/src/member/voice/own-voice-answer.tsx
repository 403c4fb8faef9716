import type { OwnUser } from '@kindred/contract/profiles/users'
import { Trans, useLingui } from '@lingui/react/macro'
import { Mic, Trash2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { deleteVoiceAnswer } from '../../api/voice-answers.ts'
import { refreshProfile } from '../../session/actions.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNote, Note } from '../../ui/pieces.tsx'
import { toast } from '../../ui/toast.tsx'
import { useAction } from '../use-action.ts'
import DeleteAnswerDialog from './delete-answer-dialog.tsx'
import VoiceAnswer from './voice-answer.tsx'

const AnswerDialog = lazy(() => import('./answer-dialog.tsx'))

function useDelete(onEnd: () => void) {
  const { t } = useLingui()
  const { run, busy, text } = useAction()
  const remove = async () => {
    const isDone = await run(async () => {
      await deleteVoiceAnswer()
      await refreshProfile()
    })
    onEnd()
    if (isDone) toast({ text: t`Voice answer deleted.` })
  }
  return { remove: () => void remove(), busy, text }
}

export default function OwnVoiceAnswer({ user: { _id, firstName, voice } }: { user: OwnUser }) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  const { remove, busy, text } = useDelete(() => setDeleting(false))
  return (
    <>
      <p className="text-ink-2">
        <Trans>Answer a prompt out loud, in up to 60 seconds. Anyone who sees your profile can listen.</Trans>
      </p>
      {voice && (
        // A new recording remounts the player.
        <div key={voice.peaks.join()} className="grid grid-cols-1 gap-2 rounded-md bg-sunken p-4">
          <VoiceAnswer userId={_id} name={firstName} answer={voice} />
        </div>
      )}
      {voice?.review === 'held' && (
        <Note>{t`Our team is reviewing this recording. Until it’s approved, only you can hear it.`}</Note>
      )}
      {voice?.review === 'refused' && (
        <Note tone="warning">
          <Trans>
            Our team removed this recording from your profile. Only you can hear it. You can record another.
          </Trans>
        </Note>
      )}
      <ErrorNote>{text}</ErrorNote>
      <div className="flex flex-wrap gap-3">
        <Button tone="quiet" onClick={() => setOpen(true)}>
          <Mic className="icon" size={18} />
          {voice ? t`Record another` : t`Record an answer`}
        </Button>
        {voice && (
          <Button tone="danger" onClick={() => setDeleting(true)}>
            <Trash2 className="icon" size={18} />
            {t`Delete`}
          </Button>
        )}
      </div>
      <Suspense>
        {isDeleting && <DeleteAnswerDialog busy={busy} onClose={() => setDeleting(false)} onGo={remove} />}
        {isOpen && (
          <AnswerDialog
            question={voice?.question ?? 'story'}
            onClose={() => setOpen(false)}
            onSaved={() => {
              setOpen(false)
              toast({ text: t`Saved.` })
            }}
          />
        )}
      </Suspense>
    </>
  )
}
