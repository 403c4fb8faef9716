import { expect, test } from 'vitest'
import { isLater, withHeading, withVersion } from './release.ts'

test('a version comes after the current one, and its heading goes above the changes', () => {
  expect(
    ['0.2.0', '0.10.0', '1.0.0', '0.1.0', '0.0.9', '2', 'v2.0.0'].filter((each) => isLater(each, '0.1.0')),
  ).toEqual(['0.2.0', '0.10.0', '1.0.0'])
  expect(withHeading('# C\n\n## Unreleased\n\n### Added\n\n- A bell\n\n## 0.1.0\n', '0.2.0', '2027-01-02')).toBe(
    '# C\n\n## Unreleased\n\n## 0.2.0 (2027-01-02)\n\n### Added\n\n- A bell\n\n## 0.1.0\n',
  )
  expect(() => withHeading('## Unreleased\n\n## 0.1.0\n\n- A bell\n', '0.2.0', '2027-01-02')).toThrow('no changes')
  expect(() => withVersion('compose.yaml', 'image: other:1.0.0', '0.2.0')).toThrow('compose.yaml')
})
