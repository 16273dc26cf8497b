// The larger of two numbers with their places; of equal ones that with the lower place.
#pragma once

template <typename T> struct placed {
    T value;
    int place;
};

template <typename T> __device__ placed<T> larger(placed<T> a, placed<T> b)
{
    bool first = a.value > b.value || (a.value == b.value && a.place < b.place);
    return first ? a : b;
}
