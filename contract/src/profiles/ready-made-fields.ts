import { newField } from './new-field.ts'
import type { ProfileField } from './fields.ts'

// Fields that many communities ask for, which an operator adds with one press and then changes at will.

type Words = readonly [id: string, en: string, de: string, fr: string, es: string, ptBR: string, ar: string]

const translationsOf = <T>([, , de, fr, es, ptBR, ar]: Words, to: (text: string) => T) => ({
  de: to(de),
  fr: to(fr),
  es: to(es),
  'pt-BR': to(ptBR),
  ar: to(ar),
})

const fieldOf = (words: Words, options: readonly Words[], isSensitive: boolean): ProfileField => ({
  ...newField,
  id: words[0],
  kind: 'several',
  label: words[1],
  translations: translationsOf(words, (label) => ({ label })),
  options: options.map((each) => ({
    id: each[0],
    label: each[1],
    translations: translationsOf(each, (text) => text),
  })),
  sensitive: isSensitive,
})

export const readyMadeFields: readonly ProfileField[] = [
  fieldOf(
    ['pronouns', 'Pronouns', 'Pronomen', 'Pronoms', 'Pronombres', 'Pronomes', 'الضمائر'],
    [
      ['she', 'she/her', 'sie/ihr', 'elle', 'ella', 'ela/dela', 'هي'],
      ['he', 'he/him', 'er/ihm', 'il', 'él', 'ele/dele', 'هو'],
      ['they', 'they/them', 'dey/denen', 'iel', 'elle', 'elu/delu', 'هم'],
      ['name', 'just my name', 'nur mein Name', 'juste mon prénom', 'solo mi nombre', 'só o meu nome', 'اسمي فقط'],
    ],
    false,
  ),
  fieldOf(
    ['orientation', 'Orientation', 'Sexuelle Orientierung', 'Orientation', 'Orientación', 'Orientação', 'الميل الجنسي'],
    [
      ['straight', 'Straight', 'Heterosexuell', 'Hétéro', 'Heterosexual', 'Hétero', 'مغاير'],
      ['gay', 'Gay', 'Schwul', 'Gay', 'Gay', 'Gay', 'مثلي'],
      ['lesbian', 'Lesbian', 'Lesbisch', 'Lesbienne', 'Lesbiana', 'Lésbica', 'مثلية'],
      ['bisexual', 'Bisexual', 'Bisexuell', 'Bi', 'Bisexual', 'Bissexual', 'ثنائي الميل'],
      ['pansexual', 'Pansexual', 'Pansexuell', 'Pan', 'Pansexual', 'Pansexual', 'شامل الميل'],
      ['asexual', 'Asexual', 'Asexuell', 'Asexuel·le', 'Asexual', 'Assexual', 'لاجنسي'],
      ['queer', 'Queer', 'Queer', 'Queer', 'Queer', 'Queer', 'كوير'],
      [
        'questioning',
        'Still figuring it out',
        'Weiß ich noch nicht',
        'Encore en réflexion',
        'Aún por decidir',
        'Ainda descobrindo',
        'لم أقرر بعد',
      ],
    ],
    true,
  ),
]
