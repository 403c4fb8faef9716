import { voiceQuestions, type VoiceQuestion } from '@kindred/contract/profiles/users'
import { useLingui } from '@lingui/react/macro'
import { Mic } from 'lucide-react'
import { useState } from 'react'
import { oneOf } from '../../api/params.ts'
import { saveVoiceAnswer } from '../../api/voice-answers.ts'
import { refreshProfile } from '../../session/actions.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorNote } from '../../ui/pieces.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { useAction } from '../use-action.ts'
import { RecordAgain, Recording, useRecording } from './recording.tsx'
import { Transcript } from './transcript.tsx'
import { useVoiceQuestions } from '../../words/use-voice-questions.ts'

type Props = { question: VoiceQuestion; onClose: () => void; onSaved: () => void }

/** Records an answer to a prompt. Nothing leaves the device before the member taps Save. */
export default function AnswerDialog({ question: initial, onClose, onSaved }: Props) {
  const { t } = useLingui()
  const action = useAction()
  const [question, setQuestion] = useState(initial)
  const [progress, setProgress] = useState(0)
  const [isTextShown, setTextShown] = useState(true)
  const { state, seconds, levels, stop, again, write } = useRecording(false)
  const save = () =>
    action
      .run(async () => {
        if (state.kind !== 'recorded') return
        const text = isTextShown ? (state.text ?? '').trim() : ''
        await saveVoiceAnswer({ question, recording: state.recording, text }, setProgress)
        await refreshProfile()
      })
      .then((isSaved) => isSaved && onSaved())
  return (
    <Dialog
      onClose={onClose}
      title={t`Voice answer`}
      go={t`Save`}
      busy={action.busy}
      disabled={state.kind !== 'recorded'}
      onGo={() => void save()}
    >
      <PromptField question={question} onQuestion={setQuestion} />
      {state.kind === 'ready' ? (
        <Button className="justify-self-center" onClick={again}>
          <Mic className="icon" size={18} />
          {t`Start recording`}
        </Button>
      ) : (
        <Recording state={state} seconds={seconds} levels={levels} onStop={() => void stop()} />
      )}
      {state.kind === 'recorded' && (
        <Transcript
          label={t`Show transcript on your profile`}
          text={state.text}
          isSent={isTextShown}
          onText={(text) => write(state.clientId, text)}
          onSent={setTextShown}
        />
      )}
      {!action.busy && <RecordAgain state={state} again={again} />}
      {action.busy && <progress className="w-full" value={progress} aria-label={t`Saving voice answer`} />}
      <ErrorNote>{action.text}</ErrorNote>
    </Dialog>
  )
}

type PromptProps = { question: VoiceQuestion; onQuestion: (question: VoiceQuestion) => void }

function PromptField({ question, onQuestion }: PromptProps) {
  const { t } = useLingui()
  const questions = useVoiceQuestions()
  return (
    <SelectField
      label={t`Prompt`}
      value={question}
      onChange={({ target }) => onQuestion(oneOf(voiceQuestions, target.value) ?? question)}
    >
      {voiceQuestions.map((each) => (
        <option key={each} value={each}>
          {questions[each]}
        </option>
      ))}
    </SelectField>
  )
}
