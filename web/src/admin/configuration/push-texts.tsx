import type { Language } from '@kindred/contract/languages'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { errorText } from '../../api/error-text.ts'
import { keyOf, pushTexts } from '../../api/texts-client.ts'
import { ErrorNote, Spinner } from '../../ui/pieces.tsx'
import { Row } from './replaced-texts.tsx'
import { withReplacement, withReplacements } from './replacements.ts'
import type { Editing } from './use-configuration.ts'

/** The texts of pushes, which are replaced like all others. */
export function PushTexts({ draft, change, problem, language }: Editing & { language: Language }) {
  const { t } = useLingui()
  const { data, isPending, error } = useQuery(pushTexts(language))
  const { texts = {} } = draft
  const own = texts.replacements?.[language] ?? []
  return (
    <section className="card grid grid-cols-1 gap-4" aria-label={t`Pushes`}>
      <h2>{t`Pushes`}</h2>
      <p className="text-muted">
        {t`A push has the name of your site and one of these texts. They also appear among notifications, and in emails about them.`}
      </p>
      {isPending && <Spinner label={t`Loading…`} />}
      <ErrorNote>{error && errorText(error)}</ErrorNote>
      <ul className="grid grid-cols-1">
        {data?.map((text) => {
          const at = own.findIndex((each) => keyOf(each) === keyOf(text))
          return (
            <Row
              key={keyOf(text)}
              {...{ text, language }}
              value={own[at]?.replacement ?? ''}
              error={at < 0 ? undefined : problem(`texts.replacements.${language}.${at}.replacement`)}
              onChange={(value) =>
                change({ texts: withReplacements(texts, language, withReplacement(own, text, value)) })
              }
            />
          )
        })}
      </ul>
    </section>
  )
}
