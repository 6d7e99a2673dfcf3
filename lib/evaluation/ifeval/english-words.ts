const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Abbreviations that are written with a full stop and seldom end a sentence. */
export const ABBREVIATIONS = words(`
  mr mrs ms dr st jr sr prof rev hon gen gov sen rep lt col sgt capt maj adm messrs
  inc corp co cos ltd bros dept assn vs v e.g u.s u.k u.n a.m p.m d.c n.y n.j l.a ph.d s.a
  jan feb mar apr jun jul aug sep sept oct nov dec mon tue wed thu fri sat
  ave blvd rd fla calif mass conn va pa ga ill wash ore ariz colo tenn
  c d f g h j k l m n o p q r s t w x y z
`);

/** Words that are common in lower case, so that a capital on them tells the beginning of a sentence. */
export const COMMON_WORDS = words(`
  the a an this that these those it its he she they we you there here his her their our your my
  in on at by for from to with without of as if when while where what who why how which because since although though
  after before during until under over between among through into about against despite however therefore moreover
  furthermore additionally also and but or so yet then thus hence still instead otherwise meanwhile finally first second
  third next last once now today all any both each every few many most more much no none not only other some such several
  are is was were be been being am do does did have has had can could will would shall should may might must let
  given include including let's please thank thanks yes one two three four five see make use get take give go come keep try add remember
  these even just very too well good great new old
`);
