import type { ListedPerson } from '@kindred/contract/profiles/users'
import { Cover } from '../people/cover.tsx'
import { unknownCloseness } from '../people/words.ts'
import { Avatar } from '../../ui/avatar.tsx'

// Pictures with the tones of photographs, to check the design against bright skies, snow, night and busy backgrounds.
// They are computed, because no photograph of an invented person exists.

type Scene = {
  name: string
  age: number
  city: string
  sky: [top: string, bottom: string]
  /** The color of the lights or leaves in the background, and how many there are. */
  spots: [color: string, count: number]
  skin: string
  hair: string
  clothes: string
  /** The color of the light from the side. */
  light: string
}

type Look = Omit<Scene, 'name' | 'age' | 'city'>

const scenes: Scene[] = [
  scene('Noa', 31, 'Snow', ['#f4f7fb', '#e3e9f0'], ['#ffffff', 26], ['#e8c2a6', '#5a3d2b', '#f2efe9', '#ffffff']),
  scene('Tariq', 36, 'Night', ['#0b1020', '#1b1426'], ['#ffb45e', 34], ['#8a5a3c', '#15100e', '#23263a', '#ff9a4d']),
  scene('Ife', 28, 'Noon', ['#8fc4f0', '#dcecf7'], ['#ffffff', 9], ['#5c3a28', '#120c0a', '#f7d23e', '#fff4d6']),
  scene('Maren', 43, 'Wood', ['#3c5a2e', '#1e3019'], ['#b7d46a', 60], ['#f0cdb4', '#b9803f', '#7c2f33', '#f5ffd2']),
  scene('Joaquín', 33, 'Dusk', ['#5b4a86', '#f08a5d'], ['#ffd9a0', 14], ['#b67e55', '#241712', '#2f3e57', '#ff7a3c']),
  scene(
    'Saoirse Maximiliana',
    52,
    'Stage',
    ['#2a0a3a', '#07060d'],
    ['#ff3fa4', 18],
    ['#efc9b8', '#c9c2bd', '#111', '#ff4fd0'],
  ),
]

function scene(
  name: string,
  age: number,
  city: string,
  sky: Scene['sky'],
  spots: Scene['spots'],
  [skin, hair, clothes, light]: [string, string, string, string],
): Scene {
  return { name, age, city, sky, spots, skin, hair, clothes, light }
}

/** A number from 0 to 1 that looks random and is the same on every visit. */
const scattered = (seed: number): number => Math.abs(Math.sin(seed * 127.1) * 43_758.545) % 1

function drawn({ sky, spots: [color, count], skin, hair, clothes, light }: Look, seed: number): string {
  const at = (n: number) => scattered(n + seed * 101)
  const spots = Array.from({ length: count }, (_, n) => {
    const [x, y, r] = [at(n) * 800, at(n + 50) * 900, 12 + at(n + 90) * 60]
    return `<circle cx="${x}" cy="${y}" r="${r}" fill="${color}" opacity="${0.15 + at(n + 7) * 0.5}"/>`
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 1000" width="800" height="1000"><defs>
    <linearGradient id="s" x2="0" y2="1"><stop stop-color="${sky[0]}"/><stop offset="1" stop-color="${sky[1]}"/></linearGradient>
    <radialGradient id="k" cx=".35" cy=".4" r=".75"><stop stop-color="${light}" stop-opacity=".55"/>
      <stop offset=".5" stop-color="${skin}" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".55"/></radialGradient>
    <filter id="far"><feGaussianBlur stdDeviation="9"/></filter><filter id="near"><feGaussianBlur stdDeviation="2.2"/></filter>
    <filter id="soft"><feGaussianBlur stdDeviation="14"/></filter>
    <filter id="hair"><feTurbulence baseFrequency=".012 .2" numOctaves="3" seed="${seed}" result="n"/>
      <feDisplacementMap in="SourceGraphic" in2="n" scale="34"/><feGaussianBlur stdDeviation="1.4"/></filter>
    <filter id="grain"><feTurbulence type="fractalNoise" baseFrequency=".85" numOctaves="2" seed="${seed}"/>
      <feColorMatrix values="0 0 0 0 .5 0 0 0 0 .5 0 0 0 0 .5 .55 0 0 0 -.12"/></filter></defs>
    <rect width="800" height="1000" fill="url(#s)"/><g filter="url(#far)">${spots.join('')}</g>
    <g filter="url(#hair)" fill="${hair}"><path d="M235 470C190 210 320 120 410 125C520 118 630 220 575 490C600 620 560 700 400 690C240 700 215 610 235 470Z"/></g>
    <g filter="url(#near)"><path d="M90 1010C95 800 240 730 330 705L475 705C575 735 700 800 715 1010Z" fill="${clothes}"/>
      <path d="M335 600L470 600L478 715C440 770 370 770 328 715Z" fill="${skin}"/>
      <ellipse cx="403" cy="430" rx="136" ry="182" fill="${skin}"/></g>
    <g filter="url(#soft)"><ellipse cx="350" cy="500" rx="34" ry="24" fill="#c0392b" opacity=".22"/>
      <ellipse cx="470" cy="500" rx="34" ry="24" fill="#c0392b" opacity=".22"/>
      <path d="M335 620Q405 680 472 620L474 690Q405 730 333 690Z" opacity=".45"/>
      <path d="M290 380Q345 345 385 385M425 385Q470 345 520 380" stroke="#000" stroke-width="26" fill="none" opacity=".35"/></g>
    <g filter="url(#near)" fill="none" stroke-linecap="round"><path d="M318 372Q350 352 382 370M426 370Q458 352 490 372" stroke="${hair}" stroke-width="11" opacity=".8"/>
      <path d="M330 412Q352 396 376 412M432 412Q456 396 480 412" stroke="#1a1210" stroke-width="10"/>
      <path d="M405 415Q388 480 400 492Q412 498 424 488" stroke="#000" stroke-width="7" opacity=".28"/>
      <path d="M352 540Q404 580 458 540Q404 560 352 540Z" fill="#a8433d" stroke="#8c322e" stroke-width="5"/></g>
    <g filter="url(#hair)" fill="${hair}"><path d="M262 400C262 230 340 190 420 196C510 200 556 280 548 400C520 310 470 270 400 276C330 272 290 320 262 400Z"/></g>
    <ellipse cx="403" cy="430" rx="136" ry="182" fill="url(#k)" style="mix-blend-mode:soft-light"/>
    <rect width="800" height="1000" fill="url(#k)" opacity=".5" style="mix-blend-mode:overlay"/>
    <rect width="800" height="1000" filter="url(#grain)" style="mix-blend-mode:overlay"/></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg.replaceAll(/\s+/g, ' '))}`
}

const blank: Omit<ListedPerson, '_id' | 'firstName' | 'name' | 'pictures'> = {
  ...unknownCloseness,
  gender: null,
  age: 31,
  bio: null,
  location: { city: null, country: null },
  intention: null,
  prompts: [],
  voice: null,
  interests: [],
  languages: [],
  basics: {},
  profilePicture: null,
  more_pictures: [],
  photoChecked: true,
  isOnline: true,
  lastActive: null,
}

const people = scenes.map(({ name, age, city, ...look }, at): ListedPerson => {
  const file = {
    url: drawn(look, at + 1),
    name: '',
    size: 0,
    mimeType: '',
    alt: '',
    placeholder: '',
    width: 800,
    height: 1000,
  }
  const location = { city, country: null }
  return { ...blank, _id: name, firstName: name, name, age, location, pictures: [{ ...file, publicId: name }] }
})

const Photographs = () => (
  <div className="grid gap-5">
    <div className="flex flex-wrap gap-3">
      {people.map(({ _id, firstName, pictures }) => (
        <Avatar key={_id} name={firstName} src={pictures[0]!.url} size={60} />
      ))}
    </div>
    <div className="grid gap-5 md:grid-cols-2 xl:grid-cols-3">
      {people.map((person) => (
        <Cover key={person._id} person={person} onLike={() => {}} boosted={person.firstName === 'Tariq'} />
      ))}
    </div>
  </div>
)

export default Photographs
