/** The icons of the buttons in the head: paths in a box of 16 by 16. */
export const GLYPHS = {
  open: "M1 2.5h5.2l1.6 2H15v9H1Zm1.6 3.6v5.8h10.8V6.1Z",
  share: "M8 .8 12.2 5l-1.1 1.1-2.3-2.3v6.4H7.2V3.8L4.9 6.1 3.8 5ZM2.5 8h1.6v5.6h7.8V8h1.6v7.2h-11Z",
  list: "M1 3h14v1.8H1Zm0 4.1h14v1.8H1Zm0 4.1h14V13H1Z",
} as const;
