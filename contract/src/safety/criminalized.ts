// Countries where people are punished for the people they love or for their gender, which docs/traveling-safely.md lists for
// people. They warn, and aren't legal advice. A test fails when the date is more than a year old.

export type Law = {
  country: string
  /** Sex between men, sex between women, how people dress or present themselves, or openness about any of these. */
  punishes: readonly ('men' | 'women' | 'expression' | 'speech')[]
  law: string
  /** People are prosecuted, but no law names the deed. */
  underOtherLaws?: true
  onlyInParts?: true
}

export const checkedAt = '2026-11-30'

export const sources = [
  { name: 'ILGA World Database', url: 'https://database.ilga.org' },
  {
    name: 'Human Dignity Trust',
    url: 'https://www.humandignitytrust.org/lgbt-the-law/map-of-criminalisation/',
  },
] as const

export const laws: readonly Law[] = [
  { country: 'AE', punishes: ['men', 'women', 'expression'], law: 'Crimes and Penalties Law 2021' },
  { country: 'AF', punishes: ['men', 'women'], law: 'Penal Code 2017, arts. 645–650' },
  { country: 'BD', punishes: ['men'], law: 'Penal Code 1860, s. 377' },
  { country: 'BF', punishes: ['men', 'women'], law: 'Code of Persons and the Family 2025' },
  { country: 'BI', punishes: ['men', 'women'], law: 'Penal Code 2017, art. 590' },
  { country: 'BN', punishes: ['men', 'women', 'expression'], law: 'Syariah Penal Code Order 2013' },
  { country: 'CM', punishes: ['men', 'women'], law: 'Penal Code 2016, s. 347-1' },
  { country: 'DZ', punishes: ['men', 'women'], law: 'Penal Code, arts. 333 and 338' },
  {
    country: 'EG',
    punishes: ['men', 'women'],
    law: 'Law 10 of 1961 on prostitution (“debauchery”)',
    underOtherLaws: true,
  },
  { country: 'ER', punishes: ['men', 'women'], law: 'Penal Code 2015, art. 310' },
  { country: 'ET', punishes: ['men', 'women'], law: 'Criminal Code 2004, art. 629' },
  { country: 'GD', punishes: ['men'], law: 'Criminal Code, s. 431' },
  { country: 'GH', punishes: ['men'], law: 'Criminal Offences Act 1960, s. 104' },
  { country: 'GM', punishes: ['men', 'women', 'expression'], law: 'Criminal Code, ss. 144, 147 and 167' },
  { country: 'GN', punishes: ['men', 'women'], law: 'Penal Code 2016, art. 274' },
  { country: 'GY', punishes: ['men'], law: 'Criminal Law (Offences) Act, ss. 352–354' },
  { country: 'ID', punishes: ['men', 'women'], law: 'Aceh: Qanun Jinayat 6 of 2014', onlyInParts: true },
  { country: 'IQ', punishes: ['men', 'women', 'expression'], law: 'Law 8 of 1988 as amended in 2024' },
  { country: 'IR', punishes: ['men', 'women'], law: 'Islamic Penal Code 2013, arts. 233–240' },
  { country: 'JM', punishes: ['men'], law: 'Offences Against the Person Act, ss. 76, 77 and 79' },
  { country: 'KE', punishes: ['men'], law: 'Penal Code, ss. 162, 163 and 165' },
  { country: 'KI', punishes: ['men'], law: 'Penal Code, ss. 153–155' },
  { country: 'KM', punishes: ['men', 'women'], law: 'Penal Code' },
  { country: 'KW', punishes: ['men'], law: 'Penal Code, art. 193' },
  { country: 'LB', punishes: ['men', 'women'], law: 'Penal Code, art. 534' },
  { country: 'LK', punishes: ['men', 'women'], law: 'Penal Code 1883, ss. 365 and 365A' },
  { country: 'LR', punishes: ['men', 'women'], law: 'Penal Law, ss. 14.74 and 14.79' },
  { country: 'LY', punishes: ['men', 'women'], law: 'Penal Code, arts. 407 and 408' },
  { country: 'MA', punishes: ['men', 'women'], law: 'Penal Code, art. 489' },
  { country: 'ML', punishes: ['men', 'women'], law: 'Penal Code 2024' },
  { country: 'MM', punishes: ['men'], law: 'Penal Code 1861, s. 377' },
  { country: 'MR', punishes: ['men', 'women'], law: 'Penal Code 1983, art. 308' },
  { country: 'MV', punishes: ['men', 'women'], law: 'Penal Code 2014' },
  { country: 'MW', punishes: ['men', 'women'], law: 'Penal Code, ss. 137A, 153 and 156' },
  {
    country: 'MY',
    punishes: ['men', 'women', 'expression'],
    law: 'Penal Code, ss. 377A, 377B and 377D; Sharia laws of the states',
  },
  {
    country: 'NG',
    punishes: ['men', 'women', 'expression'],
    law: 'Criminal Code, s. 214; Same Sex Marriage (Prohibition) Act 2013; Sharia laws of the northern states',
  },
  { country: 'OM', punishes: ['men', 'women', 'expression'], law: 'Penal Code 2018' },
  { country: 'PG', punishes: ['men'], law: 'Criminal Code 1974, ss. 210 and 212' },
  { country: 'PK', punishes: ['men'], law: 'Penal Code 1860, s. 377' },
  { country: 'PS', punishes: ['men'], law: 'Gaza: Criminal Code Ordinance 1936, s. 152', onlyInParts: true },
  { country: 'QA', punishes: ['men'], law: 'Penal Code 2004, arts. 285 and 296' },
  {
    country: 'RU',
    punishes: ['speech'],
    law: 'Supreme Court ruling of November 30, 2023 (“extremism”); Code of Administrative Offenses, art. 6.21',
  },
  { country: 'SA', punishes: ['men', 'women'], law: 'Uncodified Sharia law' },
  { country: 'SB', punishes: ['men', 'women'], law: 'Penal Code, ss. 160–162' },
  { country: 'SD', punishes: ['men'], law: 'Criminal Act 1991, s. 148' },
  { country: 'SL', punishes: ['men'], law: 'Offences Against the Person Act 1861, s. 61' },
  { country: 'SN', punishes: ['men', 'women'], law: 'Penal Code 1965, art. 319' },
  { country: 'SO', punishes: ['men', 'women'], law: 'Penal Code 1964, art. 409' },
  { country: 'SS', punishes: ['men', 'expression'], law: 'Penal Code 2008, ss. 248 and 379' },
  { country: 'SY', punishes: ['men', 'women'], law: 'Penal Code 1949, art. 520' },
  { country: 'SZ', punishes: ['men'], law: 'Common law (sodomy)' },
  { country: 'TD', punishes: ['men', 'women'], law: 'Penal Code 2017, art. 354' },
  { country: 'TG', punishes: ['men', 'women'], law: 'Penal Code 2015, art. 392' },
  { country: 'TM', punishes: ['men'], law: 'Criminal Code' },
  { country: 'TN', punishes: ['men', 'women'], law: 'Penal Code, art. 230' },
  { country: 'TO', punishes: ['men', 'expression'], law: 'Criminal Offences Act, ss. 81 and 136' },
  { country: 'TT', punishes: ['men', 'women'], law: 'Sexual Offences Act 1986, ss. 13 and 16' },
  { country: 'TV', punishes: ['men'], law: 'Penal Code, ss. 153–155' },
  { country: 'TZ', punishes: ['men', 'women'], law: 'Penal Code, ss. 138A, 154 and 157' },
  { country: 'UG', punishes: ['men', 'women'], law: 'Anti-Homosexuality Act 2023; Penal Code Act, s. 145' },
  { country: 'UZ', punishes: ['men'], law: 'Criminal Code 1994, art. 120' },
  { country: 'VC', punishes: ['men', 'women'], law: 'Criminal Code, ss. 146 and 148' },
  { country: 'WS', punishes: ['men'], law: 'Crimes Act 2013' },
  { country: 'YE', punishes: ['men', 'women'], law: 'Penal Code 1994, arts. 264 and 268' },
  { country: 'ZM', punishes: ['men', 'women'], law: 'Penal Code, ss. 155, 156 and 158' },
  { country: 'ZW', punishes: ['men'], law: 'Criminal Law (Codification and Reform) Act, s. 73' },
]
