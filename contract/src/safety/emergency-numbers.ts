// Emergency numbers and national help lines by country, with the sources in docs/traveling-safely.md. A country has only
// what we are sure of. A test fails when the date is more than a year old.

type Service = 'emergency' | 'police' | 'ambulance' | 'fire'
type HelpLine = { about: 'violence' | 'crisis'; name: string; phone: string; site: string }
export type Emergency = { country: string; numbers: Partial<Record<Service, string>>; lines: readonly HelpLine[] }

export const checkedAt = '2026-11-30'

/** By country: the number for every emergency, or those of the police (p), an ambulance (a) and the fire brigade (f). */
const numbers = `
AE p999 a998 f997
AL 112 p129 a127
AM 112
AR 911
AT 112 p133 a144 f122
AU 000
AZ 112
BA 112 p122 a124 f123
BD 999
BE 112 p101
BG 112
BH 999
BO p110 a118 f119
BR p190 a192 f193
BW p999 a997 f998
CA 911
CH 112 p117 a144 f118
CL p133 a131 f132
CN p110 a120 f119
CO 123
CR 911
CU p106 a104 f105
CY 112
CZ 112 p158 a155 f150
DE 112 p110
DK 112
DO 911
EC 911
EE 112
EG p122 a123 f180
ES 112
FI 112
FR 112 p17 a15 f18
GB 999
GE 112
GH 112
GR 112 p100 a166 f199
GT p110 a123 f122
GY p911 a913 f912
HK 999
HN 911
HR 112 p192 a194 f193
HU 112 p107 a104 f105
ID 112 p110
IE 112
IL p100 a101 f102
IN 112
IR p110 a115 f125
IS 112
IT 112
JM p119 a110 f110
JO 911
JP p110 a119 f119
KE 999
KH p117 a119 f118
KR p112 a119 f119
KW 112
KZ 112
LB p112 a140 f175
LK p119 a1990 f110
LT 112
LU 112 p113
LV 112
MA p19 a15 f15
MC 112 p17 f18
MD 112
ME 112 p122 a124 f123
MK 112 p192 a194 f193
MN p102 a103 f101
MT 112
MX 911
MY 999
NA p10111
NG 112
NL 112
NO 112 p112 a113 f110
NP p100 a102 f101
NZ 111
OM 9999
PA 911 p104
PE p105 f116
PH 911
PK p15 a1122 f16
PL 112 p997 a999 f998
PT 112
PY 911
QA 999
RO 112
RS 112 p192 a194 f193
RU 112 p102 a103 f101
RW 112
SA p999 a997 f998
SE 112
SG p999 a995 f995
SI 112 p113
SK 112 p158 a155 f150
SN p17 a1515 f18
SV 911
TH p191 a1669 f199
TN p197 a190 f198
TR 112
TT p999 a990 f990
TW p110 a119 f119
TZ 112
UA 112 p102 a103 f101
UG 999
US 911
UY 911
VE 911
VN p113 a115 f114
XK 112 p192 a194 f193
ZA 112 p10111 a10177
ZW 999
`

/** By country: what a line is about, its name, its number, and the site that says so. */
const lines = `
AR|violence|Línea 144|144|argentina.gob.ar
AT|violence|Frauenhelpline gegen Gewalt|0800 222 555|frauenhelpline.at
AT|crisis|Telefonseelsorge|142|telefonseelsorge.at
AU|violence|1800RESPECT|1800 737 732|1800respect.org.au
AU|crisis|Lifeline|13 11 14|lifeline.org.au
BE|violence|1712|1712|1712.be
BE|violence|Écoute violences conjugales|0800 30 030|ecouteviolencesconjugales.be
BE|crisis|Zelfmoordlijn|1813|zelfmoord1813.be
BE|crisis|Centre de Prévention du Suicide|0800 32 123|preventionsuicide.be
BR|violence|Ligue 180|180|gov.br
BR|crisis|CVV|188|cvv.org.br
CA|crisis|9-8-8 Suicide Crisis Helpline|988|988.ca
CH|crisis|Die Dargebotene Hand · La Main Tendue|143|143.ch
CL|violence|SernamEG|1455|sernameg.gob.cl
CO|violence|Línea 155|155|policia.gov.co
CZ|violence|Bílý kruh bezpečí|116 006|bkb.cz
CZ|crisis|Linka první psychické pomoci|116 123|linkapsychickepomoci.cz
DE|violence|Hilfetelefon „Gewalt gegen Frauen“|116 016|hilfetelefon.de
DE|violence|Hilfetelefon Gewalt an Männern|0800 1239900|maennerhilfetelefon.de
DE|crisis|TelefonSeelsorge|0800 1110111|telefonseelsorge.de
DK|violence|Lev Uden Vold|1888|levudenvold.dk
DK|crisis|Livslinien|70 201 201|livslinien.dk
ES|violence|016|016|violenciagenero.igualdad.gob.es
ES|crisis|Línea 024|024|sanidad.gob.es
FI|violence|Nollalinja|080 005 005|nollalinja.fi
FI|crisis|Kriisipuhelin|09 2525 0111|mieli.fi
FR|violence|Violences Femmes Info|3919|arretonslesviolences.gouv.fr
FR|crisis|Numéro national de prévention du suicide|3114|3114.fr
GB|violence|National Domestic Abuse Helpline (England)|0808 2000 247|nationaldahelpline.org.uk
GB|violence|Galop|0800 999 5428|galop.org.uk
GB|crisis|Samaritans|116 123|samaritans.org
GR|violence|SOS 15900|15900|isotita.gr
IE|violence|Women’s Aid|1800 341 900|womensaid.ie
IE|crisis|Samaritans|116 123|samaritans.org
IL|crisis|ERAN|1201|eran.org.il
IN|crisis|Tele-MANAS|14416|telemanas.mohfw.gov.in
IN|violence|Women Helpline|181|wcd.nic.in
IS|crisis|Hjálparsími Rauða krossins|1717|1717.is
IT|violence|1522|1522|1522.eu
IT|crisis|Telefono Amico Italia|02 2327 2327|telefonoamico.it
JP|violence|DV相談ナビ|#8008|gender.go.jp
JP|crisis|よりそいホットライン|0120 279 338|since2011.net
KE|violence|National GBV Hotline|1195|hakgbv1195.org
KR|violence|여성긴급전화 1366|1366|women1366.kr
KR|crisis|자살예방상담전화|109|mohw.go.kr
LB|crisis|Embrace Lifeline|1564|embracelebanon.org
MX|crisis|Línea de la Vida|800 911 2000|gob.mx
NL|violence|Veilig Thuis|0800 2000|veiligthuis.nl
NL|crisis|113 Zelfmoordpreventie|0800 0113|113.nl
NO|violence|VO-linjen|116 006|volinjen.no
NO|crisis|Mental Helse Hjelpetelefonen|116 123|mentalhelse.no
NZ|violence|Women’s Refuge|0800 733 843|womensrefuge.org.nz
NZ|crisis|1737|1737|1737.org.nz
PE|violence|Línea 100|100|gob.pe
PL|violence|Niebieska Linia|800 120 002|niebieskalinia.info
PL|crisis|Telefon zaufania dla dorosłych w kryzysie emocjonalnym|116 123|116sos.pl
PT|violence|Serviço de Informação a Vítimas de Violência Doméstica|800 202 148|cig.gov.pt
SE|violence|Kvinnofridslinjen|020 50 50 50|kvinnofridslinjen.se
SE|crisis|Självmordslinjen|90101|mind.se
SG|crisis|Samaritans of Singapore|1767|sos.org.sg
SK|violence|Národná linka pre ženy zažívajúce násilie|0800 212 212|zastavmenasilie.gov.sk
TR|violence|ALO 183|183|aile.gov.tr
TW|violence|113 保護專線|113|mohw.gov.tw
TW|crisis|1925 安心專線|1925|mohw.gov.tw
UA|violence|Ла Страда-Україна|116 123|la-strada.org.ua
US|violence|National Domestic Violence Hotline|1-800-799-7233|thehotline.org
US|violence|National Sexual Assault Hotline|1-800-656-4673|rainn.org
US|crisis|988 Suicide & Crisis Lifeline|988|988lifeline.org
ZA|violence|GBV Command Centre|0800 428 428|gbv.org.za
ZA|crisis|SADAG|0800 567 567|sadag.org
`

const rowsOf = (table: string): string[] => table.trim().split('\n')

const services: Record<string, Service> = { p: 'police', a: 'ambulance', f: 'fire' }

function toNumbers(texts: readonly string[]): Emergency['numbers'] {
  return Object.fromEntries(
    texts.map((text) => {
      const service = services[text.charAt(0)]
      return service ? [service, text.slice(1)] : ['emergency', text]
    }),
  )
}

export const emergencies: readonly Emergency[] = rowsOf(numbers).map((row) => {
  const [country = '', ...texts] = row.split(' ')
  const own = rowsOf(lines).flatMap((line): HelpLine[] => {
    const [of, about, name = '', phone = '', site = ''] = line.split('|')
    return of === country ? [{ about: about === 'crisis' ? 'crisis' : 'violence', name, phone, site }] : []
  })
  return { country, numbers: toNumbers(texts), lines: own }
})
