import type { EarlierText } from '@kindred/contract/moderation/evidence'
import type { ShownPlace } from '@kindred/contract/shown-texts'
import { useLingui } from '@lingui/react/macro'
import { useFormats } from '../../ui/use-formats.ts'
import { UserText } from '../../ui/user-text.tsx'
import { useSuggestedWords } from '../../words/use-suggested-words.ts'

/** What others could read on the profile before its author changed or withdrew it, newest first. */
export function EarlierOnProfile({ texts }: { texts: readonly EarlierText[] }) {
  const { t } = useLingui()
  const formats = useFormats()
  const words = useSuggestedWords()
  const places: Partial<Record<ShownPlace, string>> = {
    name: t`Name`,
    gender: t`Gender`,
    city: t`City`,
    bio: t`Bio`,
    interests: t`Interests`,
    languages: t`Languages`,
    work: t`Work`,
    religion: t`Religion`,
    field: t`Community field`,
    voice: t`Voice answer`,
    photo: t`Photo`,
  }
  const nameOf = ({ place, about }: EarlierText) => {
    if (place === 'prompt' && about) return words.prompt(about)
    return place === 'work' && about ? t`Education` : places[place]
  }
  if (texts.length === 0) return null
  return (
    <section className="grid gap-2" aria-labelledby="earlier-on-profile">
      <h3 id="earlier-on-profile">{t`Before changes of the profile`}</h3>
      <ul className="grid gap-3">
        {texts.toReversed().map((each, at) => (
          <li key={at} className="border-s-4 border-line-strong ps-3">
            <p className="text-muted text-caption">
              {formats.series(nameOf(each), t`until ${formats.dayAndTime(each.until)}`)}
            </p>
            <UserText>{each.text}</UserText>
          </li>
        ))}
      </ul>
    </section>
  )
}
