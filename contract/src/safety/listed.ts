// The time zones of the countries in criminalized.ts, apart from it because every page of a member who could be punished
// there needs them at once. With “!”, the law applies in the parts that have these zones, so the country isn't enough.

const table = `
AE Asia/Dubai
AF Asia/Kabul
BD Asia/Dhaka Asia/Dacca
BF Africa/Ouagadougou
BI Africa/Bujumbura
BN Asia/Brunei
CM Africa/Douala
DZ Africa/Algiers
EG Africa/Cairo Egypt
ER Africa/Asmara Africa/Asmera
ET Africa/Addis_Ababa
GD America/Grenada
GH Africa/Accra
GM Africa/Banjul
GN Africa/Conakry
GY America/Guyana
ID Asia/Jakarta Asia/Pontianak Asia/Makassar Asia/Jayapura
IQ Asia/Baghdad
IR Asia/Tehran Iran
JM America/Jamaica Jamaica
KE Africa/Nairobi
KI Pacific/Tarawa Pacific/Kanton Pacific/Kiritimati Pacific/Enderbury
KM Indian/Comoro
KW Asia/Kuwait
LB Asia/Beirut
LK Asia/Colombo
LR Africa/Monrovia
LY Africa/Tripoli Libya
MA Africa/Casablanca
ML Africa/Bamako Africa/Timbuktu
MM Asia/Yangon Asia/Rangoon
MR Africa/Nouakchott
MV Indian/Maldives
MW Africa/Blantyre
MY Asia/Kuala_Lumpur Asia/Kuching
NG Africa/Lagos
OM Asia/Muscat
PG Pacific/Port_Moresby Pacific/Bougainville
PK Asia/Karachi
PS! Asia/Gaza
QA Asia/Qatar
RU Europe/Kaliningrad Europe/Moscow Europe/Kirov Europe/Volgograd Europe/Astrakhan Europe/Saratov Europe/Ulyanovsk Europe/Samara Asia/Yekaterinburg Asia/Omsk Asia/Novosibirsk Asia/Barnaul Asia/Tomsk Asia/Novokuznetsk Asia/Krasnoyarsk Asia/Irkutsk Asia/Chita Asia/Yakutsk Asia/Khandyga Asia/Vladivostok Asia/Ust-Nera Asia/Magadan Asia/Sakhalin Asia/Srednekolymsk Asia/Kamchatka Asia/Anadyr W-SU
SA Asia/Riyadh
SB Pacific/Guadalcanal
SD Africa/Khartoum
SL Africa/Freetown
SN Africa/Dakar
SO Africa/Mogadishu
SS Africa/Juba
SY Asia/Damascus
SZ Africa/Mbabane
TD Africa/Ndjamena
TG Africa/Lome
TM Asia/Ashgabat Asia/Ashkhabad
TN Africa/Tunis
TO Pacific/Tongatapu
TT America/Port_of_Spain
TV Pacific/Funafuti
TZ Africa/Dar_es_Salaam
UG Africa/Kampala
UZ Asia/Samarkand Asia/Tashkent
VC America/St_Vincent
WS Pacific/Apia
YE Asia/Aden
ZM Africa/Lusaka
ZW Africa/Harare
`

type Listed = { country: string; zones: readonly string[]; onlyByZone: boolean }

export const listed: readonly Listed[] = table
  .trim()
  .split('\n')
  .map((line) => {
    const [country = '', ...zones] = line.split(' ')
    return { country: country.slice(0, 2), zones, onlyByZone: country.endsWith('!') }
  })

/** The code of the place's country, if it is known, and the time zone of the device or account. */
export type Whereabouts = { country: string | undefined; zone: string }

/** The listed countries where a member may be. Both count, because a place may be out of date, and a zone may be hidden. */
export const listedAt = ({ country, zone }: Whereabouts): string[] =>
  listed
    .filter((each) => each.zones.includes(zone) || (each.country === country && !each.onlyByZone))
    .map((each) => each.country)
