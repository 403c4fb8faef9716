import { languageNames, languages, type Language } from '@kindred/contract/languages'
import { MOST_REPLACEMENTS, type Replacement, type Texts } from '@kindred/contract/operations/texts'
import { useLingui } from '@lingui/react/macro'
import { oneOf } from '../../api/params.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { ErrorNote } from '../../ui/pieces.tsx'
import { Tick } from '../../ui/tick.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { TextLanguage } from './translations.tsx'
import { PoFiles } from './po-files.tsx'
import { type Refused, useTextLanguage, within } from './refusals.ts'
import { FoundTexts, ReplacedTexts } from './replaced-texts.tsx'
import { withoutDefaults, withReplacements } from './replacements.ts'
import type { Editing } from './use-configuration.ts'

type Edit = (part: { [Key in keyof Texts]?: Texts[Key] | undefined }) => void

/** The offered languages, and the operator's own words for texts of the product. */
export function TextsAndLanguages({ draft, change, problem, ...page }: Editing & Refused) {
  const { texts = {} } = draft
  const edit: Edit = (part) => change({ texts: withoutDefaults({ ...texts, ...part }) })
  return (
    <>
      <OfferedLanguages texts={texts} edit={edit} problem={(path) => problem(`texts.${path}`)} />
      <OwnWords {...{ texts, change }} {...page} problem={(path) => problem(`texts.replacements.${path}`)} />
    </>
  )
}

type Props = { texts: Texts; edit: Edit; problem: (path: string) => string | undefined }

function OfferedLanguages({ texts, edit, problem }: Props) {
  const { t } = useLingui()
  const { languages: offered = languages } = texts
  const toggle = (language: Language, isOn: boolean) => {
    const next = languages.filter((each) => (each === language ? isOn : offered.includes(each)))
    edit({ languages: next, default: texts.default && next.includes(texts.default) ? texts.default : undefined })
  }
  return (
    <section className="card grid gap-4">
      <h2>{t`Texts and languages`}</h2>
      <fieldset className="grid gap-2">
        <legend className="mb-2 text-small font-medium">{t`Offered languages`}</legend>
        {languages.map((language) => (
          <Tick
            key={language}
            label={<bdi lang={language}>{languageNames[language]}</bdi>}
            checked={offered.includes(language)}
            // At least one stays.
            disabled={offered.length === 1 && offered.includes(language)}
            onChange={({ target }) => toggle(language, target.checked)}
          />
        ))}
      </fieldset>
      <ErrorNote>{problem('languages')}</ErrorNote>
      <SelectField
        label={t`Default language`}
        hint={t`For people whose own language isn’t offered, also in emails.`}
        value={texts.default ?? ''}
        error={problem('default')}
        onChange={({ target }) => edit({ default: oneOf(languages, target.value) })}
      >
        <option value="">{t`As installed`}</option>
        {offered.map((each) => (
          <option key={each} value={each} lang={each}>
            {languageNames[each]}
          </option>
        ))}
      </SelectField>
    </section>
  )
}

type WordsProps = Omit<Props, 'edit'> & Pick<Editing, 'change'> & Refused

function OwnWords({ texts, change, problem, ...page }: WordsProps) {
  const { t } = useLingui()
  const { list } = useFormats()
  const usual = texts.default ?? texts.languages?.[0]
  const [language, setLanguage] = useTextLanguage(page, within('texts.replacements'), usual)
  const { replacements = {} } = texts
  const own = replacements[language] ?? []
  const set = (next: Replacement[]) => change({ texts: withReplacements(texts, language, next) })
  const problemAt = (at: number) => problem(`${language}.${at}.replacement`)
  const wrong = languages.filter(
    (each) =>
      each !== language && replacements[each]?.some((_, at) => problem(`${each}.${at}.replacement`) !== undefined),
  )
  const elsewhere = list(wrong.map((each) => languageNames[each]))
  return (
    <section className="card grid grid-cols-1 gap-4" aria-label={t`Your own words`}>
      <h2>{t`Your own words`}</h2>
      <p className="text-muted">
        {t`Replace any text of the screens, emails and notifications, in each language. Up to ${MOST_REPLACEMENTS} per language.`}
      </p>
      <ErrorNote>{problem(language) ?? (wrong.length > 0 && t`Also needs correction: ${elsewhere}.`)}</ErrorNote>
      <TextLanguage value={language} hint="" onChange={setLanguage} />
      <FoundTexts key={language} {...{ language, own, set, problemAt }} />
      <ReplacedTexts {...{ language, own, set, problemAt }} />
      <PoFiles key={`${language} file`} {...{ language, own, set }} />
    </section>
  )
}
