import { useLingui } from '@lingui/react/macro'

type Picture = { publicId: string; url: string; alt: string }

export function ProfilePictures({ pictures }: { pictures: readonly Picture[] }) {
  const { t } = useLingui()
  if (pictures.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-2">
      {pictures.map(({ publicId, url, alt }) => (
        <li key={publicId}>
          <img className="aspect-4/5 w-24 rounded-md bg-sunken object-cover" src={url} alt={alt || t`Photo`} />
        </li>
      ))}
    </ul>
  )
}
