import { type Law, laws, sources } from '@kindred/contract/safety/criminalized'
import { Trans, useLingui } from '@lingui/react/macro'
import { Note } from '../../ui/pieces.tsx'

/** Sentences don't contain the country's name, because many languages would need another article for each. */
export function LawNote({ country }: { country: string }) {
  const { i18n } = useLingui()
  const law = laws.find((each) => each.country === country)
  return (
    <Note tone="warning">
      <p className="font-semibold">
        <bdi>{new Intl.DisplayNames(i18n.locale, { type: 'region' }).of(country)}</bdi>
      </p>
      {law && <Sentences law={law} />}
      <p className="mt-2 text-small">
        <bdi lang="en">{law?.law}</bdi>
        <br />
        <Trans>Laws change, and this may be incomplete or out of date. It isn’t legal advice. Check with:</Trans>{' '}
        {sources.map(({ name, url }, at) => (
          <span key={url}>
            {at > 0 && ' · '}
            <a href={url} target="_blank" rel="noreferrer" lang="en">
              {name}
            </a>
          </span>
        ))}
      </p>
    </Note>
  )
}

function Sentences({ law: { punishes, underOtherLaws, onlyInParts } }: { law: Law }) {
  const { t } = useLingui()
  const areBoth = punishes.includes('women')
  const deed = areBoth
    ? t`Sex between people of the same gender is a crime in this country.`
    : t`Sex between men is a crime in this country. Women, trans and non-binary people can be at risk too.`
  return (
    <>
      {punishes.includes('men') && (
        <p>
          {underOtherLaws
            ? t`In this country, people are prosecuted for same-sex relationships under other laws.`
            : deed}
        </p>
      )}
      {punishes.includes('expression') && (
        <p>{t`People are also punished for how they dress or express their gender.`}</p>
      )}
      {punishes.includes('speech') && (
        <p>{t`In this country, being open about being gay, lesbian, bi or trans can be punished as extremism or propaganda.`}</p>
      )}
      {onlyInParts && <p>{t`This applies in parts of the country.`}</p>}
    </>
  )
}
