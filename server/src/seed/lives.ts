// Texts for invented people. None of them exist.

/** Home towns with weights: a big city, its neighbors, and the rest of the world. */
export const cities: [city: string, country: string, weight: number][] = [
  ['Lisbon', 'Portugal', 60],
  ['Almada', 'Portugal', 10],
  ['Cascais', 'Portugal', 8],
  ['Sintra', 'Portugal', 6],
  ['Setúbal', 'Portugal', 5],
  ['Porto', 'Portugal', 12],
  ['Coimbra', 'Portugal', 4],
  ['Madrid', 'Spain', 8],
  ['Paris', 'France', 8],
  ['Berlin', 'Germany', 8],
  ['Malmö', 'Sweden', 4],
  ['Kraków', 'Poland', 4],
  ['Nairobi', 'Kenya', 4],
  ['Lagos', 'Nigeria', 4],
  ['Tokyo', 'Japan', 4],
  ['Seoul', 'South Korea', 3],
  ['São Paulo', 'Brazil', 4],
  ['Montréal', 'Canada', 3],
  ['Tbilisi', 'Georgia', 2],
  ['Reykjavík', 'Iceland', 1],
]

export const interests = [
  'choir',
  'bread',
  'hiking',
  'movies',
  'cycling',
  'gardening',
  'chess',
  'sea swimming',
  'poetry',
  'cooking',
  'ceramics',
  'maps',
  'jazz',
  'board games',
  'climbing',
  'astronomy',
  'dogs',
  'museums',
  'dancing',
  'languages',
  'sailing',
  'tea',
  'photography',
  'theater',
  'soccer',
  'sewing',
  'birdwatching',
  'science fiction',
  'yoga',
  'markets',
]
export const languages = ['en', 'pt', 'fr', 'de', 'es', 'sv', 'ja', 'ar', 'sw', 'pl']
export const work = [
  'Nurse',
  'Architect',
  'Teacher',
  'Baker',
  'Engineer',
  'Translator',
  'Carpenter',
  'Doctor',
  'Bookseller',
  'Bus driver',
  'Gardener',
  'Researcher',
  'Cook',
  'Designer',
  'Lawyer',
  'Musician',
]

export const openings = [
  'You’ll usually find me',
  'On a good day I’m',
  'My friends would say I’m always',
  'Most nights end with me',
  'There’s a good chance I’m',
]
export const middles = [
  'reading two books at once and finishing neither',
  'cooking for way too many people at a tiny table',
  'taking the long way home',
  'talking to other people’s dogs',
  'fixing something most people would throw out',
  'up before everyone else, coffee in hand',
  'singing harmony to whatever’s on the radio',
  'in the sea until my lips turn blue',
  'losing at chess and being very graceful about it',
  'planning a train trip nobody asked for',
]
export const endings = [
  'Looking for someone who laughs at exactly the wrong moment.',
  'If you know where to get good ramen, we should talk.',
  'I’d rather walk than sit, and I’d rather ask than guess.',
  'Slow texter, quick with a joke.',
  'Tell me what you’re learning right now.',
  'Skip the small talk, bring small cakes.',
  'I keep my promises, and my plants alive.',
  '',
]

export const prompts: [question: string, answers: string[]][] = [
  [
    'A perfect Sunday',
    [
      'Farmers’ market, fresh bread, the beach. That’s it.',
      'Sleeping in till ten, then a walk with no plan.',
      'Pancakes for anyone who drops by.',
      'A museum in the morning and a movie at night.',
    ],
  ],
  [
    'I’m learning',
    ['to say no nicely.', 'the cello, and patience.', 'Portuguese, mostly from my baker.', 'how to keep bees.'],
  ],
  [
    'Message me if',
    [
      'you have a favorite bridge.',
      'you can whistle.',
      'you can’t walk past a bookstore either.',
      'you know how tides work.',
    ],
  ],
]
