import { expect, test } from 'vitest'
import { citiesLike, cityCalled } from './cities.ts'

const renamed = `Astana KZ, Kyiv UA, Odesa UA, Dnipro UA, Kropyvnytskyi UA, Prayagraj IN, Mysuru IN, Mangaluru IN,
  Belagavi IN, Kalaburagi IN, Shivamogga IN, Ballari IN, Hubballi IN, Gurugram IN, Ahilyanagar IN, Kochi IN, Gqeberha ZA,
  Mbombela ZA, Kariega ZA, Turkistan KZ, Chattogram BD`
const grown = `Lagos NG 15, Shenzhen CN 17, Chengdu CN 13, Hanoi VN 8, Bengaluru IN 8, Johannesburg ZA 5, Abidjan CI 6,
  Dar es Salaam TZ 5, Cape Town ZA 4, Kabul AF 4, Bursa TR 3, Quito EC 2, Manaus BR 2, Tijuana MX 1, Davao PH 1`
const added = 'Nusantara ID, Lusail QA, New Cairo EG, Qonce ZA'
const former = `Port Elizabeth ZA Gqeberha, Mysore IN Mysuru, Gurgaon IN Gurugram, Nelspruit ZA Mbombela,
  Allahabad IN Prayagraj, Antwerpen BE Antwerp, Padova IT Padua, Mecca SA Makkah, Odessa UA Odesa`
const list = (text: string) => text.split(',').map((each) => each.trim())

test('the list of cities has the names, sizes and cities of today', () => {
  const places = [...list(renamed), ...list(added)].map((each) => [each.slice(0, -3), each.slice(-2)] as const)
  expect(places.filter(([name, country]) => cityCalled(name, country)?.name !== name)).toEqual([])
  const sizes = list(grown).map((each) => /^(.+) (\w\w) (\d+)$/.exec(each)!)
  const tooSmall = sizes.filter(([, name, country, least]) => {
    const { population = 0 } = cityCalled(name!, country) ?? {}
    return population < Number(least) * 1e6
  })
  expect(tooSmall.map(([all]) => all)).toEqual([])
  expect(places.length + sizes.length).toBe(40)
})

test('a city is found by the name it had, and stored by the one it has', () => {
  for (const each of list(former)) {
    const [, before, country, now] = /^(.+) ([A-Z]{2}) (.+)$/.exec(each)!
    expect([before, cityCalled(before!, country)?.name]).toEqual([before, now])
    expect(citiesLike(before!, 5).map(({ name }) => name)).toContain(now)
  }
})
