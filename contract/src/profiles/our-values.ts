import { languages } from '../languages.ts'
import { interestKeys, interests, promptKeys, prompts } from './suggestions.ts'
import { basicKeys, genderGroups, intentions } from './users.ts'
import type { ValueList } from './values.ts'

/** The values as installed, in their order. All of them stay valid in the API. */
export const ourValues: Readonly<Record<ValueList, readonly string[]>> = {
  prompts: promptKeys,
  interests: interestKeys,
  intentions,
  genders: genderGroups,
  basics: basicKeys,
}

const inEachLanguage = (keys: readonly string[], { wordFor }: typeof prompts) =>
  Object.fromEntries(keys.map((key) => [key, Object.fromEntries(languages.map((each) => [each, wordFor(each, key)]))]))

// The web app’s catalogs have these words, too.
const intentionWords = {
  'long-term': {
    en: 'Long-term',
    de: 'Etwas Festes',
    fr: 'Relation durable',
    es: 'Relación estable',
    'pt-BR': 'Relação séria',
    ar: 'علاقة طويلة الأمد',
  },
  'short-term': {
    en: 'Short-term',
    de: 'Etwas Lockeres',
    fr: 'Relation courte',
    es: 'Algo pasajero',
    'pt-BR': 'Algo casual',
    ar: 'علاقة قصيرة الأمد',
  },
  friends: { en: 'Friends', de: 'Freundschaft', fr: 'Amitié', es: 'Amistad', 'pt-BR': 'Amizade', ar: 'صداقة' },
  open: {
    en: 'Still figuring it out',
    de: 'Weiß ich noch nicht',
    fr: 'Encore en réflexion',
    es: 'Aún por decidir',
    'pt-BR': 'Ainda descobrindo',
    ar: 'لم أقرر بعد',
  },
}

const genderWords = {
  woman: { en: 'Woman', de: 'Frau', fr: 'Femme', es: 'Mujer', 'pt-BR': 'Mulher', ar: 'امرأة' },
  man: { en: 'Man', de: 'Mann', fr: 'Homme', es: 'Hombre', 'pt-BR': 'Homem', ar: 'رجل' },
  'non-binary': {
    en: 'Non-binary',
    de: 'Nichtbinär',
    fr: 'Non binaire',
    es: 'Persona no binaria',
    'pt-BR': 'Pessoa não binária',
    ar: 'هوية غير ثنائية',
  },
}

const basicWords = {
  height: { en: 'Height', de: 'Größe', fr: 'Taille', es: 'Estatura', 'pt-BR': 'Altura', ar: 'الطول' },
  children: { en: 'Children', de: 'Kinder', fr: 'Enfants', es: 'Hijos', 'pt-BR': 'Filhos', ar: 'الأطفال' },
  smoking: { en: 'Smoking', de: 'Rauchen', fr: 'Tabac', es: 'Tabaco', 'pt-BR': 'Cigarro', ar: 'التدخين' },
  drinking: { en: 'Drinking', de: 'Alkohol', fr: 'Alcool', es: 'Alcohol', 'pt-BR': 'Bebida', ar: 'الكحول' },
  diet: { en: 'Diet', de: 'Ernährung', fr: 'Alimentation', es: 'Alimentación', 'pt-BR': 'Alimentação', ar: 'الغذاء' },
  religion: { en: 'Religion', de: 'Religion', fr: 'Religion', es: 'Religión', 'pt-BR': 'Religião', ar: 'الدين' },
  education: { en: 'Education', de: 'Bildung', fr: 'Études', es: 'Estudios', 'pt-BR': 'Formação', ar: 'التعليم' },
  work: { en: 'Work', de: 'Beruf', fr: 'Travail', es: 'Trabajo', 'pt-BR': 'Trabalho', ar: 'العمل' },
}

/** Their words by language, for the screen where an operator changes them. */
export const ourWords: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>> = {
  prompts: inEachLanguage(promptKeys, prompts),
  interests: inEachLanguage(interestKeys, interests),
  intentions: intentionWords,
  genders: genderWords,
  basics: basicWords,
}
