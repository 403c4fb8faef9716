import { type Language, translated } from '@kindred/contract/languages'
import {
  ANSWER_LENGTH,
  MOST_ANSWERS,
  type OwnQuestion,
  QUESTION_LENGTH,
} from '@kindred/contract/profiles/own-questions'
import { hasSameAnswers } from '@kindred/contract/profiles/same-answers'
import { useLingui } from '@lingui/react/macro'
import { Plus, Trash2 } from 'lucide-react'
import { Button, IconButton } from '../../ui/button.tsx'
import { FieldError, TextField } from '../../ui/field.tsx'
import { Note } from '../../ui/pieces.tsx'
import { Switch } from '../../ui/tick.tsx'
import { withTranslation, writtenIn } from './translations.tsx'
import { useAdded } from './use-item-keys.ts'

type Props = {
  question: OwnQuestion
  /** The question as saved, or the saved one whose place this one took. */
  former: OwnQuestion | undefined
  language: Language
  error: (path: string) => string | undefined
  edit: (part: Partial<OwnQuestion>) => void
}

export function QuestionEditor(props: Props) {
  const { t } = useLingui()
  const { question, former, language, error, edit } = props
  if (language !== 'en') return <Translation {...props} language={language} />
  const isReplaced = former !== undefined && !hasSameAnswers(former, question)
  const general = error('id') ?? error('translations')
  return (
    <div className="grid grid-cols-1 gap-4">
      {general && <FieldError id={`${question.id}-error`}>{general}</FieldError>}
      <TextField
        label={t`Question`}
        maxLength={QUESTION_LENGTH}
        value={question.text}
        error={error('text')}
        onChange={({ target }) => edit({ text: target.value })}
      />
      {isReplaced ? (
        <Note>{t`With other answers, this is a new question. Once you save, the former one is retired with its answers.`}</Note>
      ) : (
        former && (
          <p className="text-small text-muted">{t`Other answers make this a new question, and retire the former one.`}</p>
        )
      )}
      <Answers {...props} />
      <Switch
        label={t`Sensitive`}
        hint={t`Religion, health, politics, origin or orientation. Answers need the consent to sensitive data. This can’t change once it’s saved.`}
        disabled={former !== undefined && !isReplaced}
        checked={question.sensitive === true}
        onChange={({ target }) => edit({ sensitive: target.checked || undefined })}
      />
    </div>
  )
}

type Words = Pick<OwnQuestion, 'text' | 'answers'>

/** Changes the number of answers in all languages. */
function withAnswers(question: OwnQuestion, change: (answers: string[]) => string[]): Partial<OwnQuestion> {
  const { answers, translations } = question
  const others = translated.flatMap((language) => {
    const words = translations?.[language]
    return words ? [[language, { ...words, answers: change(words.answers) }] as const] : []
  })
  return { answers: change(answers), ...(others.length > 0 ? { translations: Object.fromEntries(others) } : {}) }
}

function Answers({ question, error, edit }: Props) {
  const { t } = useLingui()
  const { answers } = question
  const { list, added } = useAdded<HTMLDivElement>()
  const whole = error('answers')
  return (
    <fieldset className="grid grid-cols-1 gap-3">
      <legend className="mb-3 font-medium">{t`Answers`}</legend>
      <div ref={list} className="grid grid-cols-1 gap-3">
        {answers.map((answer, at) => (
          <div key={at} className="flex items-end gap-1">
            <div className="min-w-0 flex-1">
              <TextField
                label={t`Answer ${at + 1}`}
                maxLength={ANSWER_LENGTH}
                value={answer}
                error={error(`answers.${at}`)}
                onChange={({ target }) => edit({ answers: answers.with(at, target.value) })}
              />
            </div>
            {answers.length > 2 && (
              <IconButton
                tone="ghost"
                label={t`Remove answer ${at + 1}`}
                onClick={() => edit(withAnswers(question, (all) => all.toSpliced(at, 1)))}
              >
                <Trash2 size={18} />
              </IconButton>
            )}
          </div>
        ))}
      </div>
      {whole && <FieldError id={`${question.id}-answers`}>{whole}</FieldError>}
      {answers.length < MOST_ANSWERS && (
        <Button
          tone="quiet"
          size="sm"
          className="justify-self-start"
          onClick={() => {
            edit(withAnswers(question, (all) => [...all, '']))
            added()
          }}
        >
          <Plus size={18} />
          {t`Add an answer`}
        </Button>
      )}
    </fieldset>
  )
}

/** The words of a question in another language, below the English ones. */
function Translation({ question, language, error, edit }: Props & { language: Exclude<Language, 'en'> }) {
  const { t } = useLingui()
  const { text, answers, translations } = question
  const own: Words = translations?.[language] ?? { text: '', answers: [] }
  const at = (path: string) => error(`translations.${language}.${path}`)
  const write = (part: Partial<Words>) => {
    const next = { ...own, ...part }
    // As many as in English, so that each is an answer of its own.
    const words = { text: next.text, answers: answers.map((_, nth) => next.answers[nth] ?? '') }
    const isEmpty = [words.text, ...words.answers].every((each) => each === '')
    edit({ translations: withTranslation(translations, language, isEmpty ? undefined : words) })
  }
  const whole = at('answers')
  return (
    <div className="grid grid-cols-1 gap-4">
      <TextField
        label={t`Question`}
        hint={text}
        maxLength={QUESTION_LENGTH}
        {...writtenIn(language)}
        value={own.text}
        error={at('text')}
        onChange={({ target }) => write({ text: target.value })}
      />
      {answers.map((answer, nth) => (
        <TextField
          key={nth}
          label={t`Answer ${nth + 1}`}
          hint={answer}
          maxLength={ANSWER_LENGTH}
          {...writtenIn(language)}
          value={own.answers[nth] ?? ''}
          error={at(`answers.${nth}`)}
          onChange={({ target }) =>
            write({ answers: answers.map((_, each) => (each === nth ? target.value : (own.answers[each] ?? ''))) })
          }
        />
      ))}
      {whole && <FieldError id={`${question.id}-${language}`}>{whole}</FieldError>}
    </div>
  )
}
