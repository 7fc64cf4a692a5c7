package page

// Septets is septets, for tests in a browser.
var Septets = septets
