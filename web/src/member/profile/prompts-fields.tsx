import type { Prompt } from '@kindred/contract/profiles/users'
import { useLingui } from '@lingui/react/macro'
import { Trash2 } from 'lucide-react'
import { Button, IconButton } from '../../ui/button.tsx'
import { TextArea } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { useSuggestedWords } from '../../words/use-suggested-words.ts'

const MAX_PROMPTS = 3

export function PromptsFields({
  prompts,
  onChange,
}: {
  prompts: readonly Prompt[]
  onChange: (prompts: Prompt[]) => void
}) {
  const { t } = useLingui()
  const { offered } = useSuggestedWords().prompts
  const free = offered.filter((question) => !prompts.some((prompt) => prompt.question === question))
  const [next] = free
  const change = (at: number, to: Partial<Prompt>) =>
    onChange(prompts.map((prompt, each) => (each === at ? { ...prompt, ...to } : prompt)))
  return (
    <fieldset className="grid gap-4">
      <legend className="sr-only">{t`Prompts`}</legend>
      {prompts.map(({ question, answer }, at) => (
        <OnePrompt
          key={question}
          prompt={{ question, answer }}
          offered={[...new Set([question, ...free])]}
          onChange={(to) => change(at, to)}
          onRemove={() => onChange(prompts.filter((_, each) => each !== at))}
        />
      ))}
      {prompts.length < MAX_PROMPTS && next && (
        <Button
          tone="quiet"
          size="sm"
          className="justify-self-start"
          onClick={() => onChange([...prompts, { question: next, answer: '' }])}
        >
          {t`Add a prompt`}
        </Button>
      )}
    </fieldset>
  )
}

type OneProps = {
  prompt: Prompt
  offered: readonly string[]
  onChange: (to: Partial<Prompt>) => void
  onRemove: () => void
}

function OnePrompt({ prompt: { question, answer }, offered, onChange, onRemove }: OneProps) {
  const { t } = useLingui()
  const words = useSuggestedWords()
  return (
    <div className="grid gap-2 rounded-md bg-sunken p-4">
      <div className="flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <SelectField
            label={t`Prompt`}
            value={question}
            onChange={({ target }) => onChange({ question: target.value })}
          >
            {offered.map((each) => (
              <option key={each} value={each} dir="auto">
                {words.prompt(each)}
              </option>
            ))}
          </SelectField>
        </div>
        <IconButton label={t`Remove “${words.prompt(question)}”`} tone="ghost" onClick={onRemove}>
          <Trash2 size={18} />
        </IconButton>
      </div>
      <TextArea
        label={t`Your answer`}
        required
        rows={2}
        maxLength={300}
        value={answer}
        onChange={({ target }) => onChange({ answer: target.value })}
      />
    </div>
  )
}
