import type { Icon, IconProps } from '@tabler/icons-react'
import { createElement } from 'react'

/** A shape of an icon: the name of its element, and its attributes. */
type Shape = readonly [tag: string, attributes: Record<string, string>]

const SVG = {
  xmlns: 'http://www.w3.org/2000/svg',
  viewBox: '0 0 24 24',
  fill: 'none',
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const

/** Create the component of an outlined icon, in the place of the package's own. */
export const createIcon = (shapes: readonly Shape[]) =>
  (({ size = 24, stroke = 2, color = 'currentColor', ...rest }: IconProps) =>
    createElement(
      'svg',
      { ...SVG, width: size, height: size, stroke: color, strokeWidth: stroke, ...rest },
      ...shapes.map(([tag, attributes]) => createElement(tag, attributes)),
    )) as Icon
