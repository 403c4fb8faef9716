import type { Prompt } from '@kindred/contract/profiles/users'
import { useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'
import { useState } from 'react'
import { useFormDraft } from '../../session/use-form-draft.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { AnswerTile, tilesClass } from '../../ui/choice-tile.tsx'
import { TextArea } from '../../ui/field.tsx'
import { Step } from '../../ui/step-frame.tsx'
import { useSuggestedWords } from '../../words/use-suggested-words.ts'
import type { StepProps } from './step-props.tsx'

const MAX_PROMPTS = 3

/** An example answer for each prompt. A map rather than an object, because members can have prompts of their own. */
function useExamples(): ReadonlyMap<string, string> {
  const { t } = useLingui()
  return new Map([
    ['A perfect Sunday', t`Flea market, then soup on the balcony.`],
    ['I’m learning', t`To bake rye bread. My third loaf was edible.`],
    ['Message me if', t`you know a lake within an hour by train.`],
    ['A little thing I love', t`The smell of rain on warm asphalt.`],
    ['We’ll get along if', t`you laugh at your own jokes first.`],
    ['My most useless talent', t`I can whistle and hum at the same time.`],
    ['I could talk for hours about', t`trams, and why yours is the best.`],
    ['My friends would say I', t`am always late, and always bring cake.`],
    ['On a first date, I’d suggest', t`a walk along the river and a hot chocolate.`],
    ['What makes me laugh', t`Dogs that ignore their owners.`],
    ['The best trip I’ve taken', t`By night train to Naples, without a plan.`],
    ['I feel most at home', t`in a kitchen full of people.`],
    ['I changed my mind about', t`camping. All it took was a better mattress.`],
    ['A song I never skip', t`“Dreams” by Fleetwood Mac.`],
    ['What I cook for friends', t`Dumplings. Everyone folds their own.`],
    ['Ask me about', t`the summer I worked in a lighthouse.`],
  ])
}

export function PromptStep({ user, heading, notes, problems, busy, onPreview, onSave }: StepProps) {
  const { t } = useLingui()
  const words = useSuggestedWords()
  const examples = useExamples()
  const exampleOf = (question: string) => (words.prompts.isRenamed(question) ? undefined : examples.get(question))
  const { value, change } = useFormDraft(
    'onboarding.words',
    { prompts: user.prompts },
    { prompts: [{ question: '', answer: '' }] },
  )
  const { prompts } = value
  const such = (example: string | undefined) => example && t`Such as: ${example}`
  // The prompt that was just chosen gets the focus.
  const [latest, setLatest] = useState<string>()
  const set = (next: readonly Prompt[]) => {
    change({ prompts: [...next] })
    onPreview({ prompts: [...next] })
  }
  const choose = (question: string) => {
    setLatest(question)
    set([...prompts, { question, answer: '' }])
  }
  const free = words.prompts.offered.filter((question) => !prompts.some((prompt) => prompt.question === question))
  return (
    <Step
      {...heading}
      onSubmit={(event) => {
        event.preventDefault()
        onSave({ prompts: prompts.filter(({ answer }) => answer.trim()) })
      }}
      foot={<Button type="submit" size="lg" block busy={busy}>{t`Finish`}</Button>}
    >
      {notes}
      {prompts.map(({ question, answer }, at) => (
        <div key={question} className="flex items-start gap-2">
          <div className="min-w-0 flex-1">
            <TextArea
              label={words.prompt(question)}
              hint={such(exampleOf(question))}
              rows={2}
              maxLength={300}
              autoFocus={question === latest}
              value={answer}
              error={problems[`prompts.${at}.answer`]}
              onChange={({ target }) =>
                set(prompts.map((each) => (each.question === question ? { question, answer: target.value } : each)))
              }
            />
          </div>
          <IconButton
            tone="ghost"
            className="mt-6"
            label={t`Remove “${words.prompt(question)}”`}
            onClick={() => set(prompts.filter((each) => each.question !== question))}
          >
            <X size={20} />
          </IconButton>
        </div>
      ))}
      {prompts.length < MAX_PROMPTS && (
        <div className={tilesClass} role="group" aria-label={t`Prompts`}>
          {free.map((question) => (
            <AnswerTile
              key={question}
              label={words.prompt(question)}
              hint={exampleOf(question)}
              onClick={() => choose(question)}
            />
          ))}
        </div>
      )}
    </Step>
  )
}
