import { ANSWER_LENGTH, MOST_ANSWERS, QUESTION_LENGTH } from '@kindred/contract/profiles/own-questions'
import { useFirstItems } from './use-first-items.tsx'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import type { Place } from './question-files.ts'
import type { ImportKind, ImportProblem, Preview } from './question-import.ts'

function useImportProblems(): Record<ImportProblem, string> {
  const { t } = useLingui()
  return {
    answers: t`Needs 2 to ${MOST_ANSWERS} answers, without gaps.`,
    'answer-long': t`An answer is longer than ${ANSWER_LENGTH} characters.`,
    count: t`Doesn’t have as many answers as the English line.`,
    english: t`Has no line in English, and its ID is unknown.`,
    id: t`An ID has up to 40 lowercase letters, digits and hyphens.`,
    language: t`The site doesn’t have this language.`,
    other: t`Has characters that can’t be saved.`,
    question: t`The question is missing.`,
    'question-long': t`The question is longer than ${QUESTION_LENGTH} characters.`,
    repeated: t`The file already has this question further up.`,
    same: t`Two answers are the same.`,
    twice: t`This question already has a line in this language.`,
  }
}

type Props = { preview: Preview & { place: Place }; onAccept: () => void; onCancel: () => void }

/** What a file would change, before it becomes a part of the draft. */
export function ImportPreview({ preview, onAccept, onCancel }: Props) {
  const { t } = useLingui()
  const problems = useImportProblems()
  const formats = useFormats()
  const of = (kind: ImportKind) =>
    preview.imported.filter((each) => each.kind === kind).map(({ question }) => question.text)
  const [fresh, changed, replaced, unchanged] = [of('new'), of('changed'), of('replaced'), of('unchanged')]
  const placed = (place: number) => (preview.place === 'line' ? t`Line ${place}:` : t`Question ${place}:`)
  const wrong = preview.problems.map(({ place, problem }) => `${placed(place)} ${problems[problem]}`)
  const [added, edited, others, same, bad] = [fresh, changed, replaced, unchanged, wrong].map(
    (each) => each.length,
  ) as [number, number, number, number, number]
  const isNothing = added + edited + others === 0
  return (
    <section className="grid grid-cols-1 gap-4 rounded-lg bg-sunken p-4" aria-label={t`Preview`}>
      <h3>{t`Preview`}</h3>
      <p role="status">
        {formats.series(
          t`${added} new`,
          t`${edited} changed`,
          others > 0 && t`${others} with other answers`,
          t`${same} unchanged`,
          bad > 0 && t`${plural(bad, { one: '# problem', other: '# problems' })}`,
        )}
      </p>
      <Part title={t`Problems`} lead={t`These questions are left out.`} items={wrong} />
      <Part
        title={t`Other answers`}
        lead={t`These become new questions. The former ones are retired with their answers.`}
        items={replaced}
      />
      <Part title={t`New`} items={fresh} />
      <Part title={t`Changed`} items={changed} />
      <div className="flex flex-wrap gap-3">
        <Button disabled={isNothing || preview.isTooMany} onClick={onAccept}>{t`Import`}</Button>
        <Button tone="quiet" onClick={onCancel}>{t`Cancel`}</Button>
      </div>
    </section>
  )
}

type PartProps = { title: string; lead?: string; items: readonly string[] }

function Part({ title, lead, items }: PartProps) {
  const [shown, more] = useFirstItems(items)
  if (items.length === 0) return null
  return (
    <div className="grid grid-cols-1 gap-2">
      <h4>{title}</h4>
      {lead && <p className="text-small text-muted">{lead}</p>}
      <ul className="grid grid-cols-1 gap-1 text-small wrap-anywhere">
        {shown.map((item, at) => (
          <li key={at} dir="auto">
            {item}
          </li>
        ))}
      </ul>
      {more}
    </div>
  )
}
