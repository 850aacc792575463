import type { MantineColorsTuple } from '@mantine/core'

/** Leaf green. White text has 7:1 contrast on shade 7 and 5:1 on shade 6. */
export const leaf: MantineColorsTuple = [
  '#eff7f2',
  '#dcede2',
  '#b9dbc6',
  '#90c5a5',
  '#66ad84',
  '#42946a',
  '#2b7a54',
  '#1d5f43',
  '#164b35',
  '#0f3526',
]

/** Earnings. Shade 8 is for text on a light background, shade 3 on a dark one. */
export const gold: MantineColorsTuple = [
  '#fdf7e7',
  '#faebc4',
  '#f6db93',
  '#f3c14b',
  '#e3a92c',
  '#c98e17',
  '#a37010',
  '#85590c',
  '#6b470b',
  '#4a3108',
]

/** Warm neutrals, in place of Mantine's bluish greys. */
export const gray: MantineColorsTuple = [
  '#faf8f3',
  '#f3f0e8',
  '#e9e4d9',
  '#dbd5c7',
  '#c3bbaa',
  '#9c9483',
  '#6d6658',
  '#534d42',
  '#38342c',
  '#211f1a',
]

export const dark: MantineColorsTuple = [
  '#ebe8e0',
  '#cfccc3',
  '#aeaba1',
  '#8b897f',
  '#565d56',
  '#444b45',
  '#272e29',
  '#171b18',
  '#111411',
  '#0b0d0b',
]

export const red: MantineColorsTuple = [
  '#fcf0ee',
  '#f8dcd7',
  '#efb6ad',
  '#e89488',
  '#e0776a',
  '#d1564a',
  '#b93a2f',
  '#9c2c24',
  '#80231d',
  '#5a1814',
]
