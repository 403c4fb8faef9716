import { type Language, languageOf } from '@kindred/contract/languages'
import type { Violation } from '@kindred/contract/moderation/decisions'
import type { Report } from '@kindred/contract/moderation/report'
import { type I18n, setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useFormats } from '../../ui/use-formats.ts'
import { folderOf } from '../../words/load.ts'
import { useDecisionWords } from '../../words/use-decision-words.ts'

/** The files with the texts of the decision panel. English texts are in the code. */
const FILES = ['main', 'decide-panel']

async function wordsIn(language: Language): Promise<I18n> {
  const load = async (name: string) => (await fetch(`/assets/words/${folderOf(language)}/${name}.json`)).json()
  const words = language === 'en' ? [] : await Promise.all(FILES.map(load))
  return setupI18n({ locale: language, messages: { [language]: Object.assign({}, ...words) } })
}

type Props = {
  language: string
  report: Report
  violation: Violation
  children: (facts: string) => ReactNode
  loading: ReactNode
}

/** The facts of a report, in the language of the person who reads them in the decision. */
export function DraftedFacts({ language: known, children, loading, ...of }: Props) {
  const { i18n } = useLingui()
  const language = languageOf(known) ?? 'en'
  const { data, isPending } = useQuery({
    queryKey: ['previewDecision', 'words', language],
    queryFn: () => wordsIn(language),
    staleTime: Infinity,
    enabled: language !== i18n.locale,
  })
  if (isPending && language !== i18n.locale) return loading
  return (
    <I18nProvider i18n={data ?? i18n}>
      <Draft {...of}>{(facts) => <I18nProvider i18n={i18n}>{children(facts)}</I18nProvider>}</Draft>
    </I18nProvider>
  )
}

function Draft({ report, violation: category, children }: Pick<Props, 'report' | 'violation' | 'children'>) {
  const { t } = useLingui()
  const when = useFormats().day(report.createdAt)
  const violation = useDecisionWords().violations[category]
  // Something else has to be described.
  return children(category === 'other' ? '' : t`Reported on ${when}: ${violation}.`)
}
