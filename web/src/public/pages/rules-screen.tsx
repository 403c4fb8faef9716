import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { errorText } from '../../api/error-text.ts'
import { rulesQuery } from '../../api/rules.ts'
import { useSettings } from '../../api/settings.ts'
import { usePage } from '../../ui/page.ts'
import { ErrorNote, Skeleton } from '../../ui/pieces.tsx'
import { Reading, Section, TemplateNote } from './reading.tsx'

export default function RulesScreen() {
  const { brand } = useSettings()
  const { t } = useLingui()
  const rules = useQuery(rulesQuery)
  usePage(t`Community rules`, brand, t`How we treat each other at ${brand}.`)
  return (
    <Reading
      title={<Trans>Community rules</Trans>}
      lead={<Trans>How we treat each other. When we act on an account, we name the rule that was broken.</Trans>}
    >
      <TemplateNote>
        <Trans>This is a template. Adapt it before launch. Only administrators see this note.</Trans>
      </TemplateNote>
      {rules.isPending && <Skeleton height="40rem" label={t`Loading rules…`} />}
      <ErrorNote>{rules.isError && errorText(rules.error)}</ErrorNote>
      {rules.data?.map(({ title, text }, at) => (
        <Section key={at} id={`rule-${at + 1}`} title={`${at + 1}. ${title}`}>
          <p className="text-start whitespace-pre-line" dir="auto">
            {text}
          </p>
        </Section>
      ))}
    </Reading>
  )
}
