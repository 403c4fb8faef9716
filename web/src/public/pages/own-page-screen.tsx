import { directionOf } from '@kindred/contract/languages'
import { useLingui } from '@lingui/react/macro'
import { usePage, useSettings } from '../../api/settings.ts'
import { useParams } from '../../router/place.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import OwnDocument from './own-document.tsx'

export default function OwnPageScreen() {
  const { t, i18n } = useLingui()
  const { slug } = useParams<'/pages/$slug'>()
  const titles = useSettings().documents?.pages.find((each) => each.slug === slug)?.titles
  // The title and the text are in the same language, which may not be the reader's.
  const language = titles && i18n.locale in titles ? i18n.locale : 'en'
  const title = titles?.[language] ?? slug
  usePage(titles ? title : t`Page not found`)
  if (!titles) return <EmptyState title={t`Page not found`} />
  return (
    <div lang={language} dir={directionOf(language)}>
      <OwnDocument key={slug} name={slug} title={title} />
    </div>
  )
}
