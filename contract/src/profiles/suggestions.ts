import { languages, type Language } from '../languages.ts'
import { skeleton } from '../lookalikes.ts'

// Suggested interests, prompts and languages. A profile stores the key of a suggestion, or the member's own words. Keys
// are plain English (codes for languages) and never change, but their translations may. The web app imports the lists
// of keys, and the build adds the translations to its catalogs (web/words/catalogs.ts).

type Words = readonly [en: string, de: string, fr: string, es: string, ptBR: string, ar: string]

/** Normalizes case, accents, lookalikes and variants of the apostrophe for comparisons. */
export const folded = (text: string): string =>
  skeleton(text.replace(/[’‘ʼ`´]/g, "'"))
    .trim()
    .replace(/\s+/g, ' ')
    .replaceAll('ß', 'ss')

/** `wordIn` translates a key, and `spellings` are all accepted spellings. */
function vocabulary(
  keys: readonly string[],
  wordIn: (key: string, language: Language) => string,
  spellings: (key: string) => readonly string[],
) {
  const known = new Set(keys)
  let byWord: Map<string, string> | undefined
  const words = () => (byWord ??= new Map(keys.flatMap((key) => spellings(key).map((word) => [folded(word), key]))))
  return {
    /** The key of a text in any of our languages. Other texts are returned unchanged. */
    keyOf: (text: string): string => (known.has(text) ? text : (words().get(folded(text)) ?? text)),
    wordFor: (language: Language, text: string): string => (known.has(text) ? wordIn(text, language) : text),
    /** The word as written within a sentence. Only German capitalizes nouns there. */
    wordWithin: (language: Language, text: string): string => {
      if (!known.has(text)) return text
      const word = wordIn(text, language)
      return language === 'de' ? word : word.toLocaleLowerCase(language)
    },
    keysLike: (text: string): string[] => {
      const part = folded(text)
      return part === '' ? [] : [...new Set([...words()].flatMap(([word, key]) => (word.includes(part) ? [key] : [])))]
    },
  }
}

function translated(words: ReadonlyMap<string, Words>) {
  return vocabulary(
    [...words.keys()],
    (key, language) => words.get(key)?.[languages.indexOf(language)] ?? key,
    (key) => [key, ...(words.get(key) ?? [])],
  )
}

// The entries are arrays, because editors reorder lines that contain Arabic.
const interestWords = new Map<string, Words>(
  Object.entries({
    cooking: ['Cooking', 'Kochen', 'Cuisine', 'Cocina', 'Cozinhar', 'الطبخ'],
    hiking: ['Hiking', 'Wandern', 'Randonnée', 'Senderismo', 'Trilhas', 'المشي الجبلي'],
    'live music': ['Live music', 'Livemusik', 'Concerts', 'Música en vivo', 'Música ao vivo', 'الموسيقى الحية'],
    reading: ['Reading', 'Lesen', 'Lecture', 'Lectura', 'Leitura', 'القراءة'],
    travel: ['Travel', 'Reisen', 'Voyages', 'Viajes', 'Viagens', 'السفر'],
    movies: ['Movies', 'Filme', 'Cinéma', 'Cine', 'Cinema', 'السينما'],
    photography: ['Photography', 'Fotografie', 'Photographie', 'Fotografía', 'Fotografia', 'التصوير'],
    'board games': [
      'Board games',
      'Brettspiele',
      'Jeux de société',
      'Juegos de mesa',
      'Jogos de tabuleiro',
      'الألعاب اللوحية',
    ],
    running: ['Running', 'Laufen', 'Course à pied', 'Correr', 'Corrida', 'الجري'],
    yoga: ['Yoga', 'Yoga', 'Yoga', 'Yoga', 'Ioga', 'اليوغا'],
    dancing: ['Dancing', 'Tanzen', 'Danse', 'Baile', 'Dança', 'الرقص'],
    museums: ['Museums', 'Museen', 'Musées', 'Museos', 'Museus', 'المتاحف'],
    gardening: ['Gardening', 'Gärtnern', 'Jardinage', 'Jardinería', 'Jardinagem', 'البستنة'],
    cycling: ['Cycling', 'Radfahren', 'Vélo', 'Ciclismo', 'Ciclismo', 'ركوب الدراجات'],
    climbing: ['Climbing', 'Klettern', 'Escalade', 'Escalada', 'Escalada', 'التسلّق'],
    swimming: ['Swimming', 'Schwimmen', 'Natation', 'Natación', 'Natação', 'السباحة'],
    baking: ['Baking', 'Backen', 'Pâtisserie', 'Repostería', 'Confeitaria', 'الخَبز'],
    coffee: ['Coffee', 'Kaffee', 'Café', 'Café', 'Café', 'القهوة'],
    theater: ['Theater', 'Theater', 'Théâtre', 'Teatro', 'Teatro', 'المسرح'],
    podcasts: ['Podcasts', 'Podcasts', 'Podcasts', 'Pódcasts', 'Podcasts', 'البودكاست'],
    painting: ['Painting', 'Malen', 'Peinture', 'Pintura', 'Pintura', 'الرسم'],
    writing: ['Writing', 'Schreiben', 'Écriture', 'Escritura', 'Escrita', 'الكتابة'],
    gaming: ['Gaming', 'Gaming', 'Jeux vidéo', 'Videojuegos', 'Games', 'ألعاب الفيديو'],
    soccer: ['Soccer', 'Fußball', 'Foot', 'Fútbol', 'Futebol', 'كرة القدم'],
    tennis: ['Tennis', 'Tennis', 'Tennis', 'Tenis', 'Tênis', 'التنس'],
    camping: ['Camping', 'Camping', 'Camping', 'Acampar', 'Acampar', 'التخييم'],
    volunteering: ['Volunteering', 'Ehrenamt', 'Bénévolat', 'Voluntariado', 'Voluntariado', 'التطوّع'],
    dogs: ['Dogs', 'Hunde', 'Chiens', 'Perros', 'Cachorros', 'الكلاب'],
    cats: ['Cats', 'Katzen', 'Chats', 'Gatos', 'Gatos', 'القطط'],
    poetry: ['Poetry', 'Lyrik', 'Poésie', 'Poesía', 'Poesia', 'الشعر'],
    chess: ['Chess', 'Schach', 'Échecs', 'Ajedrez', 'Xadrez', 'الشطرنج'],
    sewing: ['Sewing', 'Nähen', 'Couture', 'Costura', 'Costura', 'الخياطة'],
    astronomy: ['Astronomy', 'Astronomie', 'Astronomie', 'Astronomía', 'Astronomia', 'علم الفلك'],
    birdwatching: [
      'Birdwatching',
      'Vögel beobachten',
      'Ornithologie',
      'Observar aves',
      'Observar aves',
      'مراقبة الطيور',
    ],
    'science fiction': [
      'Science fiction',
      'Science-Fiction',
      'Science-fiction',
      'Ciencia ficción',
      'Ficção científica',
      'الخيال العلمي',
    ],
  } satisfies Record<string, Words>),
)
export const interestKeys: readonly string[] = [...interestWords.keys()]
export const interests = translated(interestWords)

const promptWords = new Map<string, Words>(
  Object.entries({
    'A perfect Sunday': [
      'A perfect Sunday',
      'Ein perfekter Sonntag',
      'Un dimanche parfait',
      'Un domingo perfecto',
      'Um domingo perfeito',
      'يوم عطلة مثالي',
    ],
    'I’m learning': [
      'I’m learning',
      'Ich lerne gerade',
      'J’apprends',
      'Estoy aprendiendo',
      'Estou aprendendo',
      'أتعلّم حاليًا',
    ],
    'Message me if': [
      'Message me if',
      'Schreib mir, wenn',
      'Écris-moi si',
      'Escríbeme si',
      'Me escreva se',
      'سبب وجيه لمراسلتي',
    ],
    'A little thing I love': [
      'A little thing I love',
      'Eine Kleinigkeit, die ich liebe',
      'Une petite chose que j’adore',
      'Un pequeño placer que adoro',
      'Uma coisinha que eu amo',
      'شيء صغير أحبّه',
    ],
    'We’ll get along if': [
      'We’ll get along if',
      'Wir verstehen uns, wenn',
      'On va s’entendre si',
      'Nos llevaremos bien si',
      'Vamos nos dar bem se',
      'سننسجم معًا إذا',
    ],
    'My most useless talent': [
      'My most useless talent',
      'Mein nutzlosestes Talent',
      'Mon talent le plus inutile',
      'Mi talento más inútil',
      'Meu talento mais inútil',
      'أقل مواهبي فائدة',
    ],
    'I could talk for hours about': [
      'I could talk for hours about',
      'Stundenlang reden könnte ich über',
      'Je peux parler des heures de',
      'Podría hablar horas de',
      'Eu falaria por horas sobre',
      'حديث لا أملّ منه',
    ],
    'My friends would say I': [
      'My friends would say I',
      'Wer mich kennt, würde sagen, ich',
      'Mes proches diraient que je',
      'Quienes me conocen dirían que',
      'Quem me conhece diria que eu',
      'ما يقوله أصدقائي عنّي',
    ],
    'On a first date, I’d suggest': [
      'On a first date, I’d suggest',
      'Fürs erste Date würde ich vorschlagen',
      'Pour un premier rendez-vous, je proposerais',
      'Para una primera cita propondría',
      'Para um primeiro encontro, eu sugeriria',
      'اقتراحي للقاء الأول',
    ],
    'What makes me laugh': [
      'What makes me laugh',
      'Das bringt mich zum Lachen',
      'Ce qui me fait rire',
      'Lo que me hace reír',
      'O que me faz rir',
      'ما يضحكني',
    ],
    'The best trip I’ve taken': [
      'The best trip I’ve taken',
      'Meine schönste Reise',
      'Mon plus beau voyage',
      'Mi mejor viaje',
      'A melhor viagem que já fiz',
      'أجمل رحلة في حياتي',
    ],
    'I feel most at home': [
      'I feel most at home',
      'Zu Hause fühle ich mich',
      'Je me sens chez moi',
      'Me siento en casa',
      'Eu me sinto em casa',
      'أشعر أنني في بيتي',
    ],
    'I changed my mind about': [
      'I changed my mind about',
      'Meine Meinung geändert habe ich über',
      'J’ai changé d’avis sur',
      'Cambié de opinión sobre',
      'Mudei de ideia sobre',
      'غيّرت رأيي في',
    ],
    'A song I never skip': [
      'A song I never skip',
      'Ein Lied, das ich nie überspringe',
      'Une chanson que je ne zappe jamais',
      'Una canción que nunca salto',
      'Uma música que nunca pulo',
      'أغنية لا أتخطّاها أبدًا',
    ],
    'What I cook for friends': [
      'What I cook for friends',
      'Das koche ich, wenn Besuch kommt',
      'Ce que je cuisine quand on vient dîner',
      'Lo que cocino cuando viene gente a casa',
      'O que eu cozinho para os amigos',
      'طبخة أعدّها للأصدقاء',
    ],
    'Ask me about': [
      'Ask me about',
      'Frag mich nach',
      'Demande-moi de te parler de',
      'Pregúntame por',
      'Me pergunte sobre',
      'موضوع يسعدني أن أُسأل عنه',
    ],
  } satisfies Record<string, Words>),
)
export const promptKeys: readonly string[] = [...promptWords.keys()]
export const prompts = translated(promptWords)

/** Language codes (BCP 47), the most common among members first. */
const codes =
  'en es fr de pt it nl pl uk ru tr ar fa he hi bn ur pa zh ja ko vi th id sw sv da nb fi is el cs hu ro bg sr hr ' +
  'ca eu gl cy ga sk sl lt lv et sq mk bs be hy ka az kk uz ku ps am so ha yo ig zu xh af ne si ta te ml kn mr gu my ' +
  'km lo mn ms fil'
export const languageCodes: readonly string[] = codes.split(' ')

const namesIn = new Map<string, Intl.DisplayNames>()

function nameIn(language: string, code: string): string {
  const names = namesIn.get(language) ?? new Intl.DisplayNames([language], { type: 'language' })
  namesIn.set(language, names)
  return names.of(code) ?? code
}

/** `Intl` has the names of languages. A language’s own name is also recognized. */
export const spoken = vocabulary(
  languageCodes,
  (code, language) => nameIn(language, code),
  (code) => [code, nameIn(code, code), ...languages.map((language) => nameIn(language, code))],
)
