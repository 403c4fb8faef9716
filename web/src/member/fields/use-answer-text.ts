import type { OwnField } from '@kindred/contract/profiles/fields'
import type { PersonField } from '@kindred/contract/profiles/users'
import { useLingui } from '@lingui/react/macro'
import { useFormats } from '../../ui/use-formats.ts'
import type { Value } from '../../words/field-input.tsx'
import { useYesNo } from '../../words/use-yes-no.ts'
import { useFields } from './use-fields.ts'

/** An own answer in words. Those of others come in words from the server. */
export function useAnswerText() {
  const { i18n } = useLingui()
  const formats = useFormats()
  const yesNo: Record<string, string> = useYesNo()
  return ({ kind, options, unit }: OwnField, value: Value): string => {
    const nameOf = (id: string) => options.find((each) => each.id === id)?.label ?? id
    if (Array.isArray(value)) return formats.series(...value.map(nameOf))
    if (typeof value === 'number') return unit ? `${i18n.number(value)} ${unit}` : i18n.number(value)
    if (kind === 'yes-no') return yesNo[value] ?? value
    return kind === 'one' ? nameOf(value) : value
  }
}

/** The own answers that people who could match see. */
export function useShownAnswers(): PersonField[] {
  const { fields } = useFields()
  const textOf = useAnswerText()
  return fields.flatMap((field) =>
    field.answer &&
    field.onProfile !== false &&
    (field.answer.audience === 'everyone' || field.answer.audience === 'eligible')
      ? [{ id: field.id, label: field.label, text: textOf(field, field.answer.value) }]
      : [],
  )
}
