import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { UserText } from '../../ui/user-text.tsx'
import { errorText } from '../../api/error-text.ts'
import { rulesQuery } from '../../api/rules.ts'
import { usePage, useSettings } from '../../api/settings.ts'
import { ErrorNote, Skeleton } from '../../ui/pieces.tsx'
import { Reading, Section, TemplateNote } from './reading.tsx'

export default function RulesScreen() {
  const { brand } = useSettings()
  const { t } = useLingui()
  const rules = useQuery(rulesQuery)
  usePage(t`Community rules`, t`How we treat each other at ${brand}.`)
  return (
    <Reading
      title={t`Community rules`}
      lead={t`How we treat each other. When we act on an account, we name the rule that was broken.`}
    >
      <TemplateNote>{t`This is a template. Adapt it before launch. Only administrators see this note.`}</TemplateNote>
      {rules.isPending && <Skeleton height="40rem" label={t`Loading rules…`} />}
      <ErrorNote>{rules.isError && errorText(rules.error)}</ErrorNote>
      {rules.data?.map(({ title, text }, at) => (
        <Section key={at} id={`rule-${at + 1}`} title={`${at + 1}. ${title}`}>
          <UserText>{text}</UserText>
        </Section>
      ))}
    </Reading>
  )
}
