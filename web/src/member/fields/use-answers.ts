import type { FieldAudience, OwnField } from '@kindred/contract/profiles/fields'
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { fieldsQuery, ownFields } from '../../api/fields-client.ts'
import { setFreshData } from '../../api/fresh-data.ts'
import { reload } from '../../api/queries.ts'
import { useFormDraft } from '../../session/use-form-draft.ts'
import type { Value } from '../../words/field-input.tsx'

export type Answers = Record<string, { value: Value; audience: FieldAudience } | null>
export type Draft = ReturnType<typeof useAnswers>

const example = ({ kind }: OwnField): Value => (kind === 'several' ? [''] : kind === 'number' ? 0 : '')

/** The answers being edited, and the consents for sensitive ones. */
export function useAnswers(name: string, fields: readonly OwnField[]) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const saved: Answers = Object.fromEntries(fields.map(({ id, answer }) => [id, answer]))
  const model: Answers = Object.fromEntries(
    fields.map((field) => [field.id, { value: example(field), audience: 'everyone' as const }]),
  )
  const form = useFormDraft<Answers>(name, saved, model)
  const [agreed, setAgreed] = useState<readonly string[]>([])
  const needConsent = fields.filter(
    ({ id, sensitive, answer }) => sensitive && answer === null && (form.value[id] ?? null) !== null,
  )
  return {
    ...form,
    agreed,
    agree: (id: string, yes: boolean) => setAgreed(yes ? [...agreed, id] : agreed.filter((each) => each !== id)),
    /** Problems that the server doesn’t need to find. */
    found: Object.fromEntries(
      needConsent.flatMap(({ id }) =>
        agreed.includes(id) ? [] : [[`consent.${id}`, t`We need this to save your answer.`]],
      ),
    ),
    /** A required field that stays empty counts as asked. */
    save: async (changed: Partial<Answers>) => {
      const answers = Object.fromEntries(Object.entries(changed).map(([id, answer]) => [id, answer ?? null]))
      const body = { answers, ...(needConsent.length > 0 ? { acceptSensitive: true } : {}) }
      setFreshData(queryClient, fieldsQuery.queryKey, await ownFields.answerFields({ body }))
      void reload(queryClient, 'getFilterCosts', 'discover', 'searchPeople', 'listConsents', 'getCompatibility')
    },
  }
}
