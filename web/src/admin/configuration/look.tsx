import { isHexColor } from '@kindred/contract/operations/color'
import { contrastProblems, type ContrastProblem, ownColors } from '@kindred/contract/operations/look-colors'
import { faces, type Look, type LookUse, type WelcomeWords } from '@kindred/contract/operations/look'
import { lookFileAddress, lookFileSize } from '@kindred/contract/operations/look-files'
import { useLingui } from '@lingui/react/macro'
import { Trash2 } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { serverUrl } from '../../api/base.ts'
import { errorText } from '../../api/error-text.ts'
import { oneOf } from '../../api/params.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { FileButton } from '../../ui/file-button.tsx'
import { FieldError, TextArea, TextField } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { LookPreview } from './look-preview.tsx'
import { type Refused, useTextLanguage, within } from './refusals.ts'
import { TextLanguage, withTranslation, writtenIn } from './translations.tsx'
import { uploadLookFile } from './upload-look-file.ts'
import type { Editing } from './use-configuration.ts'
import { useLeafNames } from './words.ts'

/** Without the parts that are empty. Null if nothing is left. */
function withoutEmpty<Part extends object>(part: Part): Part | undefined {
  const kept = Object.entries(part).filter(([, value]) => value !== undefined && value !== '')
  return kept.length > 0 ? (Object.fromEntries(kept) as Part) : undefined
}

type EditLook = (patch: { [Key in keyof Look]?: Look[Key] | undefined }) => void

/** Colors, face, logo, icons, and the words and pictures of the start page. */
export function LookSection({ draft, change, problem, ...page }: Editing & Refused) {
  const { t } = useLingui()
  const { look = {} } = draft
  const edit: EditLook = (patch) => change({ look: withoutEmpty({ ...look, ...patch }) ?? null })
  const parts = { look, edit, problem: (path: string) => problem(`look.${path}`) }
  return (
    <>
      <section className="card grid gap-4">
        <h2>{t`Colors and fonts`}</h2>
        <p className="text-muted">
          {t`Every pair of colors is checked in both themes, so that everyone can read your site. Empty fields keep Kindred’s own look.`}
        </p>
        <Colors {...parts} />
        <FaceField {...parts} />
      </section>
      <section className="card grid gap-5">
        <h2>{t`Logo and icon`}</h2>
        <Files {...parts} />
      </section>
      <Welcome {...parts} page={page} />
      <LookPreview brand={draft.brand} look={look} />
    </>
  )
}

type Parts = { look: Look; edit: EditLook; problem: (path: string) => string | undefined }

function Colors({ look, edit, problem }: Parts) {
  const { t } = useLingui()
  const names = useLeafNames()
  const chosen = {
    ...(look.accent && isHexColor(look.accent) ? { accent: look.accent } : {}),
    ...(look.second && isHexColor(look.second) ? { second: look.second } : {}),
  }
  const problems = contrastProblems(chosen)
  const fieldFor = (color: 'accent' | 'second') => ({
    label: names[color] ?? color,
    value: look[color] ?? '',
    error: problem(color),
    contrast: problems.find((each) => each.color === color),
    usual: ownColors[color],
    onChange: (value: string) => edit({ [color]: value.trim().toLowerCase() || undefined }),
  })
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <ColorField {...fieldFor('accent')} hint={t`Buttons, links and the current place.`} />
      <ColorField
        {...fieldFor('second')}
        hint={t`Large areas, a member’s own messages, and anything safe or agreed.`}
      />
    </div>
  )
}

type ColorProps = {
  label: string
  hint: string
  value: string
  usual: string
  error: string | undefined
  contrast: ContrastProblem | undefined
  onChange: (value: string) => void
}

function ColorField({ label, hint, value, usual, error, contrast, onChange }: ColorProps) {
  const { t } = useLingui()
  const sentence = useContrastSentence()
  const nearest = contrast?.nearest
  const isWrong = value !== '' && !isHexColor(value)
  const live = isWrong ? t`Enter a color such as #c83e21.` : contrast && sentence(label, contrast)
  return (
    <div className="grid content-start gap-2">
      <div className="grid grid-cols-[2.75rem_minmax(0,1fr)] gap-x-2">
        <input
          type="color"
          // The field beside it has the label on top.
          className="mt-[1.625rem] h-(--control) w-full cursor-pointer rounded-md border border-line-strong bg-surface p-1"
          aria-label={t`Pick a color: ${label}`}
          value={isHexColor(value) ? value : usual}
          onChange={({ target }) => onChange(target.value)}
        />
        <TextField
          label={label}
          hint={hint}
          dir="ltr"
          maxLength={7}
          placeholder={usual}
          spellCheck={false}
          autoComplete="off"
          value={value}
          error={live ?? error}
          onChange={({ target }) => onChange(target.value)}
        />
      </div>
      {nearest && (
        <Button tone="quiet" size="sm" className="justify-self-start" onClick={() => onChange(nearest)}>
          <span
            className="size-4 rounded-full border border-line-strong"
            style={{ background: nearest }}
            aria-hidden="true"
          />
          {t`Use ${nearest}`}
        </Button>
      )}
    </div>
  )
}

/** What can't be read, in words, such as “Accent on cards, light theme: 1.0 : 1, needs 3 : 1.” */
function useContrastSentence() {
  const { t, i18n } = useLingui()
  const grounds: Partial<Record<string, string>> = {
    canvas: t`on the page`,
    surface: t`on cards`,
    raised: t`on menus`,
  }
  return (color: string, { back, theme, ratio, needs }: ContrastProblem): string => {
    const ground = grounds[back] ?? t`with text`
    const inTheme = theme === 'light' ? t`light theme` : t`dark theme`
    const shown = i18n.number(Math.floor(ratio * 10) / 10, { minimumFractionDigits: 1 })
    const least = i18n.number(needs)
    return t`${color} ${ground}, ${inTheme}: ${shown} : 1, needs ${least} : 1.`
  }
}

function FaceField({ look, edit }: Parts) {
  const { t } = useLingui()
  const names = useLeafNames()
  return (
    <SelectField
      label={names['face'] ?? ''}
      value={look.face ?? ''}
      onChange={({ target }) => edit({ face: oneOf(faces, target.value) })}
    >
      <option value="">{t`Bricolage Grotesque and Figtree`}</option>
      <option value="figtree">{t`Figtree for everything`}</option>
      <option value="system">{t`The fonts of each reader’s device`}</option>
    </SelectField>
  )
}

function Files({ look, edit, problem }: Parts) {
  const { t } = useLingui()
  const fieldFor = (key: 'logo' | 'logoOnDark' | 'icon') => ({
    file: look[key],
    error: problem(key),
    onChange: (file: string | undefined) =>
      // The one for the dark theme is only shown beside the other.
      edit({ [key]: file, ...(key === 'logo' && !file ? { logoOnDark: undefined } : {}) }),
  })
  return (
    <>
      <FileField
        {...fieldFor('logo')}
        name="logo"
        use="logo"
        hint={t`SVG or PNG, wide rather than high. It replaces the name in the page header. Convert text in an SVG to paths.`}
        ground="light"
      />
      {look.logo && (
        <FileField
          {...fieldFor('logoOnDark')}
          name="logoOnDark"
          use="logo"
          hint={t`For the dark theme. Without it, the logo gets a white background there.`}
          ground="dark"
        />
      )}
      <FileField
        {...fieldFor('icon')}
        name="icon"
        use="icon"
        hint={t`Square, SVG or PNG of at least 192 pixels. All sizes for browsers and phones are made from it.`}
        ground="light"
      />
    </>
  )
}

const DRAWINGS = '.svg,image/svg+xml,image/png,image/webp,image/avif'
const PICTURES = `${DRAWINGS},image/jpeg`

type FileProps = {
  name: string
  use: LookUse
  hint: string
  file: string | undefined
  error: string | undefined
  ground?: 'light' | 'dark'
  onChange: (file: string | undefined) => void
}

/** Uploads at once. The file is shown on the site when the configuration is saved. */
function FileField({ name, use, hint, file, error, ground, onChange }: FileProps) {
  const { t } = useLingui()
  const label = useLeafNames()[name] ?? name
  const id = useId()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  // Other fields may change during the upload.
  const latest = useRef(onChange)
  useEffect(() => {
    latest.current = onChange
  }, [onChange])
  const send = async (chosen: File | undefined) => {
    if (!chosen) return
    setBusy(true)
    setFailure(undefined)
    try {
      const uploaded = await uploadLookFile(use, chosen)
      latest.current(uploaded)
    } catch (refused) {
      setFailure(refused)
    }
    setBusy(false)
  }
  const wrong = failure ? errorText(failure) : error
  const isWide = use === 'welcome' || use === 'preview'
  return (
    <div className="grid gap-2" role="group" aria-labelledby={`${id}-label`}>
      <span id={`${id}-label`} className="text-small font-medium">
        {label}
      </span>
      <div className="flex flex-wrap items-center gap-3">
        {file && (
          <span
            data-theme={ground}
            className="flex max-w-full min-w-16 justify-center rounded-md border border-line bg-canvas p-2"
          >
            <img
              // A wide one shrinks to the width of the form.
              className={`w-auto min-w-0 object-contain ${isWide ? 'h-24' : 'h-12'}`}
              {...lookFileSize(file)}
              src={serverUrl(lookFileAddress(file))}
              alt={label}
            />
          </span>
        )}
        <FileButton
          label={file ? t`Replace: ${label}` : t`Choose a file: ${label}`}
          accept={isWide ? PICTURES : DRAWINGS}
          aria-describedby={wrong ? `${id}-error` : `${id}-hint`}
          aria-invalid={wrong ? true : undefined}
          busy={busy}
          onFile={(chosen) => void send(chosen)}
        >
          {file ? t`Replace` : t`Choose a file`}
        </FileButton>
        {file && (
          <IconButton tone="ghost" label={t`Remove: ${label}`} onClick={() => onChange(undefined)}>
            <Trash2 size={18} />
          </IconButton>
        )}
      </div>
      {wrong ? (
        <FieldError id={`${id}-error`}>{wrong}</FieldError>
      ) : (
        <p id={`${id}-hint`} className="text-caption text-muted">
          {hint}
        </p>
      )}
    </div>
  )
}

function Welcome({ look, edit, problem, page }: Parts & { page: Refused }) {
  const { t } = useLingui()
  const names = useLeafNames()
  const [language, setLanguage] = useTextLanguage(page, within('look.welcome'))
  const { welcome = {} } = look
  const editWelcome = (patch: { [Key in keyof typeof welcome]?: (typeof welcome)[Key] | undefined }) =>
    edit({ welcome: withoutEmpty({ ...welcome, ...patch }) })
  const words = language === 'en' ? welcome : (welcome.translations?.[language] ?? {})
  const field = (key: keyof WelcomeWords) => ({
    label: names[key] ?? key,
    ...(language === 'en' ? {} : { hint: welcome[key] ?? '' }),
    ...writtenIn(language),
    value: words[key] ?? '',
    error: problem(language === 'en' ? `welcome.${key}` : `welcome.translations.${language}.${key}`),
    onChange: ({ target }: { target: { value: string } }) => {
      const value = target.value || undefined
      if (language === 'en') return editWelcome({ [key]: value })
      const translation = withoutEmpty({ ...words, [key]: value })
      return editWelcome({ translations: withTranslation(welcome.translations, language, translation) })
    },
  })
  return (
    <section className="card grid gap-4">
      <h2>{t`Start page`}</h2>
      <TextLanguage value={language} onChange={setLanguage} />
      <TextField {...field('headline')} maxLength={80} />
      <TextArea {...field('text')} rows={3} maxLength={400} />
      <FileField
        name="picture"
        use="welcome"
        file={welcome.picture}
        error={problem('welcome.picture')}
        hint={t`Shown beside the headline instead of the illustrations.`}
        onChange={(picture) => editWelcome({ picture })}
      />
      {welcome.picture && <TextField {...field('alt')} maxLength={200} />}
      <FileField
        name="preview"
        use="preview"
        file={look.preview}
        error={problem('preview')}
        hint={t`Shown when someone shares a link to your site. It’s cut to 1200 by 630 pixels.`}
        onChange={(preview) => edit({ preview })}
      />
    </section>
  )
}
